import { expect, test } from '@jest/globals';
import type { INodeParameters } from 'n8n-workflow';

import { bulk, rowsFor } from '../stage/rows.ts';
import { gateway, getStatus, send } from '../stage/gateway.ts';
import { CONTINUE } from '../stage/modes.ts';

const { sandbox, run, answerWith } = gateway();

const COUNT = 1000;
const to = { destination: '={{ $json.to }}' };

/** Rows that share one request. */
const SHARING: Array<[string, INodeParameters]> = [
	['Send Bulk', bulk({ speed: { values: { batchSize: COUNT } } })],
	['Send', send({ ...to, options: { speed: { values: { batchSize: COUNT } } } })],
	[
		'Get Status',
		getStatus({
			messageIds: '={{ $json.to }}',
			options: { speed: { values: { batchSize: COUNT } } },
		}),
	],
	['Get Credit', { resource: 'report', operation: 'getCredit', options: {} }],
];

const ids = (count: number) =>
	Array.from({ length: count }, (_, index) => String(9_000_000 + index));
const LONG = 'x'.repeat(1_000_000);

test.each(
	SHARING.flatMap(([name, parameters]) =>
		(
			[
				['one id too few', { status: 200, data: ids(COUNT - 1), more: LONG }],
				['all ids', { status: 200, data: ids(COUNT), more: LONG }],
				['a text of its own', LONG],
				['long words', { status: 200, message: LONG, data: ids(3) }],
				['a long refusal', { status: 400, message: LONG }],
			] as const
		).map(([what, answer]) => [name, what, parameters, answer] as const),
	),
)(
	'%s gives out no more than a few times what came in: %s',
	async (_, _what, parameters, answer) => {
		answerWith(answer);
		const rows = rowsFor(COUNT);
		const { items } = await run(parameters, { rows, node: CONTINUE });
		expect(items).toHaveLength(COUNT);
		expect(sandbox().requests()).toHaveLength(1);
		const cameIn = JSON.stringify(rows).length + JSON.stringify(answer).length;
		expect(JSON.stringify(items).length).toBeLessThan(3 * cameIn);
	},
);
