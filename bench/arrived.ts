import type { RecordedMessage } from '../sandbox/index.ts';
import { SOURCE, textOf, type Row } from './rows.ts';

/** What is wrong with what arrived; undefined where every row's message did, once, with its own text. */
export function wrongWith(messages: RecordedMessage[], rows: Row[]): string | undefined {
	const problems: string[] = [];
	if (messages.length !== rows.length)
		problems.push(`${messages.length} messages arrived instead of ${rows.length}`);
	const byNumber = new Map(messages.map((message) => [message.destination, message]));
	const twice = messages.length - byNumber.size;
	if (twice > 0) problems.push(`${twice} of them twice`);
	const wrong = rows.filter((row) => {
		const message = byNumber.get(row.phone);
		return message?.message !== textOf(row) || message.source !== SOURCE;
	});
	if (wrong.length > 0)
		problems.push(`${wrong.length} rows missing or changed, the first ${JSON.stringify(wrong[0])}`);
	return problems.length === 0 ? undefined : problems.join('; ');
}
