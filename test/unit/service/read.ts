import type { Answer, Question, Verdict } from '../../../nodes/SmsVoiceGateway/service/answer.ts';
import { readVerdict } from '../../../nodes/SmsVoiceGateway/service/judge.ts';

/** What is asked, and how the answer came, where that is not the usual. */
export interface Asked extends Partial<Omit<Answer, 'body'>> {
	/** The numbers of each row that the request carried; of a query none. */
	rows?: string[][];
	sends?: boolean;
	answers?: Question['answers'];
}

/** The verdict on a body, given as text or as what JSON makes of it: of one message to one number, HTTP 200, unless said. */
export function read(body: unknown, asked: Asked = {}): Verdict {
	const { rows = [['09120000000']], sends = true, answers = [], ...answer } = asked;
	return readVerdict(
		{
			httpStatus: 200,
			contentType: 'application/json',
			end: 'complete',
			body: typeof body === 'string' ? body : JSON.stringify(body),
			...answer,
		},
		{ sends, rows, answers },
	);
}

/** Rows of so many numbers each: `2,1`. */
export function rowsOf(sizes: string): string[][] {
	let from = 0;
	return sizes.split(',').map((size) => {
		const to = from + Number(size);
		return Array.from({ length: to - from }, () => `0912000000${from++}`);
	});
}

/** The service's own envelope. */
export const ok = (data: unknown, message = 'success') => ({
	meta: { status: 200, message },
	data,
});

/** An answer of a table, in which `ok` and `zero` stand for that envelope around what follows. */
export const bodyOf = (text: string): string =>
	text
		.replace(/^ok (.*)$/, '{"meta":{"status":200,"message":"success"},"data":$1}')
		.replace(/^zero (.*)$/, '{"meta":{"status":0,"message":"success"},"data":$1}');
