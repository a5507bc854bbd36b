import { describe, expect, test } from '@jest/globals';

import { check, refuseAll } from '../../../../nodes/SmsVoiceGateway/engine/checks/check.ts';
import type { Attempt } from '../../../../nodes/SmsVoiceGateway/engine/attempt.ts';
import type { Operation } from '../../../../nodes/SmsVoiceGateway/engine/operation.ts';
import { inBatches } from '../../../../nodes/SmsVoiceGateway/engine/delivery/requests.ts';
import type { Row } from '../../../../nodes/SmsVoiceGateway/engine/row/row.ts';
import type { Settings } from '../../../../nodes/SmsVoiceGateway/engine/reading/settings.ts';
import { InputProblem } from '../../../../nodes/SmsVoiceGateway/lib/inputProblem.ts';
import { delivery, itemsOf, messages, outcomes, TARGET } from '../stage.ts';

const row = (item: number, more: Partial<Row> = {}): Row => ({
	item,
	id: item,
	fields: { destination: `0912${item}`, message: 'Hello' },
	multipart: false,
	dryRun: false,
	resendUnknown: false,
	...more,
});
const wrong = (item: number, more: Partial<Row> = {}): Row =>
	row(item, {
		fields: undefined,
		problem: { message: `Item ${item} is wrong`, advice: 'Correct it.' },
		...more,
	});
const dry = { dryRun: true };

interface Circumstances {
	goesOn?: boolean;
	settings?: Partial<Settings>;
	limits?: Partial<Settings['limits']>;
	operation?: Partial<Operation>;
}

function start({ goesOn = false, settings, limits, operation }: Circumstances = {}): Attempt {
	const { attempt } = delivery({ goesOn });
	Object.assign(attempt.settings, { batchSize: 2, ...settings });
	Object.assign(attempt.settings.limits, limits);
	Object.assign(attempt.operation, {
		share: inBatches,
		toBody: (rows: Array<Row<{ destination: string }>>) => ({
			to: rows.map(({ fields }) => fields?.destination).join(),
		}),
		dryRun: (
			{ item, additional }: Row,
			{ batch, request }: { batch: number; request: object },
		) => ({
			item,
			batch,
			request,
			...(additional === undefined ? {} : { additional }),
		}),
		...operation,
	});
	return attempt;
}

const OTHER = 'Not sent, because another item of this run is wrong';

describe('rows that are to be sent', () => {
	test('are left to be sent where nothing is wrong', () => {
		const rows = [row(0), row(1)];
		expect(check(rows, TARGET, start())).toBeUndefined();
		expect(outcomes(rows)).toEqual([undefined, undefined]);
	});

	test('are all kept back by a wrong one where failures end the run', () => {
		const rows = [row(0), wrong(1), row(2), wrong(3)];
		expect(check(rows, TARGET, start())).toEqual({
			failure: {
				outcome: 'rejected',
				message: '2 of 4 rows are wrong, so nothing was sent',
				advice: 'Item 1 is wrong. Item 3 is wrong.',
			},
			item: 1,
		});
		expect(messages(rows)).toEqual([OTHER, 'Item 1 is wrong', OTHER, 'Item 3 is wrong']);
	});

	test('are said to be more where an earlier try has sent some', () => {
		const attempt = start();
		attempt.run.memory.set(0, { outcome: 'accepted', items: [] });
		const rows = [row(0, { end: { outcome: 'accepted', items: [] } }), wrong(1), wrong(2)];
		expect(check(rows, TARGET, attempt)?.failure.message).toBe(
			'2 of 2 rows are wrong, so nothing more was sent',
		);
		expect(outcomes(rows)).toEqual(['accepted', 'rejected', 'rejected']);
	});

	test.each<[string, Circumstances, boolean]>([
		['the run ends by failures', {}, false],
		['the run goes on', { goesOn: true }, true],
		['wrong rows are skipped', { settings: { invalidRows: 'skip' } }, true],
		['wrong rows stop the run', { goesOn: true, settings: { invalidRows: 'stop' } }, false],
		['an operation wants all or none', { goesOn: true, operation: { allOrNone: true } }, false],
		[
			'an operation wants all or none, and the user to skip',
			{ goesOn: true, settings: { invalidRows: 'skip' }, operation: { allOrNone: true } },
			true,
		],
	])('are spared where %s: %#', (_, circumstances, isSpared) => {
		const rows = [row(0), wrong(1)];
		const culprit = check(rows, TARGET, start(circumstances));
		expect(outcomes(rows)).toEqual([isSpared ? undefined : 'notSent', 'rejected']);
		const ends = !isSpared && circumstances.goesOn !== true;
		expect(culprit?.item).toBe(ends ? 1 : undefined);
	});

	test('that are not whole, with nothing wrong, were stopped while they were read', () => {
		const rows = [row(0), row(1, { fields: undefined })];
		check(rows, TARGET, start());
		expect(messages(rows)).toEqual([undefined, 'Not sent, because the execution was stopped']);
	});

	test('are all kept back where they are too many', () => {
		for (const goesOn of [false, true]) {
			const rows = [row(0, { end: { outcome: 'accepted', items: [] } }), row(1), row(2)];
			const culprit = check(rows, TARGET, start({ goesOn, limits: { messages: 1 } }));
			expect(outcomes(rows)).toEqual(['accepted', 'rejected', 'rejected']);
			expect(messages(rows)[1]).toContain("2 messages, and 'Max Messages' allows 1");
			if (goesOn) expect(culprit).toBeUndefined();
			else expect(culprit).toMatchObject({ item: 1, failure: { outcome: 'rejected' } });
		}
		const two = [row(0), row(1)];
		expect(check(two, TARGET, start({ limits: { messages: 2 } }))).toBeUndefined();
		expect(outcomes(two)).toEqual([undefined, undefined]);
	});

	test('of which some are wrong are too many without these', () => {
		const rows = [row(0), wrong(1), row(2)];
		const skip = { settings: { invalidRows: 'skip' as const } };
		expect(check(rows, TARGET, start({ ...skip, limits: { messages: 2 } }))).toBeUndefined();
		const again = [wrong(0), row(1), row(2)];
		expect(check(again, TARGET, start({ ...skip, limits: { messages: 1 } }))).toMatchObject({
			item: 1,
		});
	});

	test('are wrong where their texts have too many parts', () => {
		const rows = [row(0, { fields: { destination: '1', message: 'x'.repeat(161) } }), row(1)];
		const culprit = check(rows, TARGET, start({ limits: { parts: 1 } }));
		expect(culprit).toMatchObject({ item: 0 });
		expect(outcomes(rows)).toEqual(['rejected', 'notSent']);
	});
});

describe('rows of a dry run', () => {
	test('are shown in the requests that they would make, without touching those to be sent', () => {
		const rows = [row(0, dry), row(1), row(2, dry), row(3, { ...dry, multipart: true })];
		const attempt = start();
		expect(check(rows, TARGET, attempt)).toBeUndefined();
		const request = (to: string, format = 'json') => ({
			method: 'POST',
			url: 'https://sms.example.com/send',
			format,
			body: { to },
		});
		expect(itemsOf(rows)).toEqual([
			[{ outcome: 'dryRun', item: 0, batch: 1, request: request('09120,09122') }],
			undefined,
			[{ outcome: 'dryRun', item: 2, batch: 1, request: request('09120,09122') }],
			[{ outcome: 'dryRun', item: 3, batch: 2, request: request('09123', 'multipart') }],
		]);
		expect(rows.map(({ batch }) => batch)).toEqual([1, undefined, 1, 2]);
		expect(outcomes(rows)).toEqual(['dryRun', undefined, 'dryRun', 'dryRun']);
		expect(attempt.run.memory.size).toBe(0);
	});

	test('have each a request of its own, which another one’s does not change', () => {
		const rows = [row(0, dry), row(1, dry)];
		check(rows, TARGET, start());
		const [one, other] = itemsOf(rows).map(
			(items) => items?.[0]?.request as { body: Record<string, string> },
		);
		if (one !== undefined) one.body.to = 'changed';
		expect(other?.body.to).toBe('09120,09121');
	});

	test('are shown beside wrong ones, and end nothing', () => {
		const rows = [row(0, dry), wrong(1, dry)];
		expect(check(rows, TARGET, start())).toBeUndefined();
		expect(outcomes(rows)).toEqual(['dryRun', 'rejected']);
	});

	test('are not kept back by those to be sent, nor these by them', () => {
		const rows = [row(0, dry), wrong(1), row(2)];
		expect(check(rows, TARGET, start())).toMatchObject({ item: 1 });
		expect(outcomes(rows)).toEqual(['dryRun', 'rejected', 'notSent']);
		const others = [wrong(0, dry), row(1)];
		expect(check(others, TARGET, start())).toBeUndefined();
		expect(outcomes(others)).toEqual(['rejected', undefined]);
	});

	test('are duplicates where one before them has the same key', () => {
		const rows = [
			row(0, { ...dry, key: 'A' }),
			row(1, { ...dry, key: 'A' }),
			row(2, dry),
			row(3, dry),
		];
		check(rows, TARGET, start());
		expect(outcomes(rows)).toEqual(['dryRun', 'duplicate', 'dryRun', 'dryRun']);
		expect(itemsOf(rows)[1]).toEqual([{ outcome: 'duplicate', messageId: 'none of 1' }]);
		expect(rows.map(({ batch }) => batch)).toEqual([1, undefined, 1, 2]);
	});

	test('are too many as those that would be sent', () => {
		const rows = [row(0, dry), row(1, dry)];
		expect(check(rows, TARGET, start({ limits: { messages: 1 } }))).toBeUndefined();
		expect(outcomes(rows)).toEqual(['rejected', 'rejected']);
	});

	test('are not too many where those over the limit are wrong', () => {
		const rows = [row(0, dry), wrong(1, dry)];
		check(rows, TARGET, start({ limits: { messages: 1 } }));
		expect(outcomes(rows)).toEqual(['dryRun', 'rejected']);
		expect(messages(rows)[1]).toBe('Item 1 is wrong');
	});

	test('are shown by their outcome alone where the operation says no more', () => {
		const rows = [row(0, { ...dry, key: 'A' }), row(1, { ...dry, key: 'A' })];
		const attempt = start();
		delete attempt.operation.dryRun;
		delete attempt.operation.duplicate;
		check(rows, TARGET, attempt);
		expect(itemsOf(rows)).toEqual([[{ outcome: 'dryRun' }], [{ outcome: 'duplicate' }]]);
	});

	test('say what plain punctuation would save, for each number', () => {
		const message = `It’s ${'x'.repeat(136)}`;
		const rows = [
			row(0, { ...dry, fields: { destination: '1', message } }),
			row(1, { ...dry, fields: { destination: ['1', '2'], message } }),
			row(2, { ...dry, fields: { destination: '1', message: 'Plain' } }),
			row(3, { ...dry, fields: { destination: '1' } }),
		];
		check(rows, TARGET, start());
		expect(rows.map(({ saving }) => saving)).toEqual([2, 4, 0, 0]);
	});

	test('do not show the password, nor a secret field, among what the user adds', () => {
		const rows = [
			row(0, {
				...dry,
				fields: { destination: '1', code: '4711' },
				additional: { note: 'secret 4711' },
			}),
			row(1, dry),
		];
		check(rows, TARGET, start({ operation: { secretFields: ['code'] } }));
		const [item] = itemsOf(rows)[0] ?? [];
		expect(JSON.stringify(item?.additional)).not.toMatch(/secret|4711/);
		expect(item?.additional).toBeDefined();
		expect(itemsOf(rows)[1]?.[0]).not.toHaveProperty('additional');
		const open = [row(0, { ...dry, additional: { note: 'secret 4711' } })];
		check(open, TARGET, start());
		const shown = JSON.stringify(itemsOf(open)[0]?.[0]?.additional);
		expect(shown).not.toContain('secret');
		expect(shown).toContain('4711');
	});
});

test('what is wrong for all ends all that has no end yet, at the first of them', () => {
	const attempt = start();
	const rows = [row(0, { end: { outcome: 'accepted', items: [] } }), row(1), row(2)];
	const problem = new InputProblem('The credential is wrong', 'Correct it.');
	expect(refuseAll(rows, problem, attempt)).toEqual({
		failure: { outcome: 'rejected', message: 'The credential is wrong', advice: 'Correct it.' },
		item: 1,
	});
	expect(outcomes(rows)).toEqual(['accepted', 'rejected', 'rejected']);
	expect(messages(rows).slice(1)).toEqual(['The credential is wrong', 'The credential is wrong']);
	expect(refuseAll(rows, problem, attempt)).toBeUndefined();
});
