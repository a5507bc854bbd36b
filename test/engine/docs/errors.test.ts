import { expect, test } from '@jest/globals';

import { readPage, sectionOf } from '../../unit/docs/markdown.ts';
import { gateway, send } from '../stage/gateway.ts';

const { sandbox, run } = gateway();

/** The block under "Errors"; `…` stands for any text. */
const page = readPage('docs/topics/sending-and-retrying.md');
const shown = sectionOf(page, 'Errors').content.find(({ type }) => type === 'code')?.value;

test('the error that the page on sending shows is the node’s', async () => {
	sandbox().setFaults([
		{ match: { destination: '09120000002' }, fault: { kind: 'drop', when: 'after' } },
	]);
	const { error } = await run(send({ destination: '={{ $json.to }}' }), {
		rows: ['09120000001', '09120000002', '09120000003'].map((to) => ({ to })),
	});
	const { host } = new URL(sandbox().url);
	const said = `${error?.message}\n\n${error?.description}`.replaceAll(host, 'sms.example.com');
	const parts = (shown ?? 'nothing').split('…').map((part) => part.replace(/\s+/g, ' ').trim());
	let rest = said.replace(/\s+/g, ' ');
	for (const part of parts) {
		expect(rest).toContain(part);
		rest = rest.slice(rest.indexOf(part) + part.length);
	}
	expect(rest).toBe('');
});
