import { parseArgs } from 'node:util';
import { http } from '../../../host/http.ts';
import { blocksOf, type Section } from './markdown.ts';

/** Where the documentation says that the sandbox listens. */
export const SHOWN_SANDBOX = 'http://127.0.0.1:4010';

/** The command lines of a section, without their comments. */
export const commandsOf = (section: Section): string[] =>
	blocksOf(section, 'sh')
		.flatMap((block) => block.split('\n'))
		.map((line) => line.replace(/\s+# .*$/, '').trim())
		.filter((line) => line !== '');

/** What a shell would take a line for: words, of which some stand in quotation marks. */
const wordsOf = (line: string): string[] =>
	[...line.matchAll(/'([^']*)'|"([^"]*)"|(\S+)/g)].map((found) => found.slice(1).join(''));

const string = { type: 'string' } as const;
const [request, data] = [
	{ ...string, short: 'X' },
	{ ...string, short: 'd' },
];
const flag = { type: 'boolean', short: 'N' } as const;
const options = { request, data, json: string, 'no-buffer': flag };

/** Does what a curl line does, at a sandbox's real address; with `-N` the answer is a stream. Throws for any other line. */
export async function runCurl<T = string>(line: string, sandbox: string) {
	const [command, ...args] = wordsOf(line);
	if (command !== 'curl') throw new Error(`no curl: ${line}`);
	const { values, positionals } = parseArgs({ args, allowPositionals: true, options });
	const [url = '', ...others] = positionals;
	if (!url.startsWith(`${SHOWN_SANDBOX}/`) || others.length > 0)
		throw new Error(`not one address of the sandbox: ${line}`);
	const { json, data: body = json, request: method = body === undefined ? 'GET' : 'POST' } = values;
	const type = json === undefined ? 'application/x-www-form-urlencoded' : 'application/json';
	return await http.request<T>({
		...{ url: url.replace(SHOWN_SANDBOX, sandbox), method },
		...(body === undefined ? {} : { headers: { 'content-type': type }, data: body }),
		...(values['no-buffer'] ? { responseType: 'stream' } : {}),
	});
}
