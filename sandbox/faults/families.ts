import type { Answer } from '../answer.ts';
import { json } from '../answer.ts';

/** How services of other families say that they took a message, by its ids, and that they did not. */
interface Family {
	taken: (ids: string[]) => string;
	refused: string;
	contentType?: string;
}

const REFUSAL = 'credit is not enough';

const entries = (ids: string[]): string =>
	ids.map((id) => `{"messageid":${JSON.stringify(id)},"status":1}`).join();

const FAMILIES = {
	retStatus: {
		taken: ([id = '0']) => `{"Value":"${id}","RetStatus":1,"StrRetStatus":"Ok"}`,
		refused: '{"Value":"0","RetStatus":2,"StrRetStatus":"CreditNotEnough"}',
	},
	codeFirst: {
		taken: ([id = '0']) => `[0,"${id}"]`,
		refused: `[5,"${REFUSAL}"]`,
	},
	returnEntries: {
		taken: (ids) => `{"return":{"status":200,"message":"ok"},"entries":[${entries(ids)}]}`,
		refused: `{"return":{"status":418,"message":"${REFUSAL}"},"entries":null}`,
	},
	aspNet: {
		taken: (ids) => JSON.stringify({ d: `{"data":[${ids.map((id) => `"${id}"`).join()}]}` }),
		refused: JSON.stringify({ d: `{"error":"${REFUSAL}","data":null}` }),
	},
	asmx: {
		taken: ([id = '0']) => `<?xml version="1.0" encoding="utf-8"?>\n<string>OK ${id}</string>`,
		refused: `<?xml version="1.0" encoding="utf-8"?>\n<string>${REFUSAL}</string>`,
		contentType: 'text/xml; charset=utf-8',
	},
	words: {
		taken: () => 'Message queued',
		refused: 'Message could not be queued',
		contentType: 'text/plain; charset=utf-8',
	},
} satisfies Record<string, Family>;

export type FamilyName = keyof typeof FAMILIES;

export const FAMILY_NAMES = Object.keys(FAMILIES) as FamilyName[];

/** An answer of the sandbox in the form of another family, which knows no HTTP status but 200; that to a query stays. */
export function inFamily(name: FamilyName, honest: Answer): Answer {
	const family: Family = FAMILIES[name];
	const isTaken = honest.status === 200;
	if (isTaken && !/"(?:data":\[\d|call_id")/.test(honest.body)) return honest;
	// As text: an id has more digits than a number keeps.
	const ids = Array.from(honest.body.matchAll(/\d{16,}|call-\d+/g), ([id]) => id);
	const answer = json(200, isTaken ? family.taken(ids) : family.refused);
	return { ...answer, contentType: family.contentType ?? answer.contentType };
}
