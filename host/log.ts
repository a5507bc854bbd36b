/** With it n8n's console has a JSON object a line, which says how grave it is. */
export const JSON_LOG = { N8N_LOG_FORMAT: 'json' };

/** Takes n8n's console as it comes, and says the warnings and errors in it; those of a node are among them. */
export function warningsTo(say: (message: string) => void): (text: string) => void {
	let begun = '';
	return (text) => {
		const lines = (begun + text).split('\n');
		begun = lines.pop() ?? '';
		for (const line of lines) {
			const [, message] = /"level":"(?:warn|error)","message":("(?:[^"\\]|\\.)*")/.exec(line) ?? [];
			if (message !== undefined) say(JSON.parse(message) as string);
		}
	};
}
