import type { IExecuteFunctions } from 'n8n-workflow';

import { lines } from '../../../lines.ts';
import { bothOf, keyOf, modelTime, subjectOf } from './claims.ts';
import type { Subject } from './model.ts';
import { inTime, NONE, World } from './world.ts';

modelTime();

type Context = IExecuteFunctions;

/** The context of an execution of which the answers to some records of its node's keys (0, 1 …) don't arrive. */
function losing(context: Context, lost: readonly number[]): Context {
	let records = 0;
	const record = context.helpers.checkProcessedAndRecord.bind(context.helpers);
	const helpers: Context['helpers'] = {
		...context.helpers,
		checkProcessedAndRecord: async (...given) => {
			const answer = await record(...given);
			if (given[1] === 'node' && lost.includes(records++)) throw new Error('connection lost');
			return answer;
		},
	};
	return { ...context, helpers };
}

/** Who takes part: executions, each in a process of its own, and how they differ. */
interface Cast {
	/** The answers to which records of an execution are lost. */
	lost?: Record<string, readonly number[]>;
	/** Executions with *Resend Unknown*. */
	resends?: string[];
	/** Whether keys are forgotten after some hours. */
	forgets?: boolean;
}

/** Plays a scene, line by line: `one takes A C: ours busy`, `one ends A`, `20 seconds pass` … */
async function play(name: string, cast: Cast, scene: string): Promise<void> {
	const world = new World(1, NONE);
	const contextOf = (who: string) => world.process(`${name}, ${who}`).context;
	const subjects = new Map<string, Subject>();
	const begin = (who: string): Subject => {
		const lost = cast.lost?.[who];
		const context = lost === undefined ? contextOf(who) : losing(contextOf(who), lost);
		return subjectOf(context, {
			namesOf: cast.forgets === true ? bothOf : keyOf,
			resendUnknown: cast.resends?.includes(who) === true,
		});
	};
	for (const line of lines(scene)) {
		const [said = '', states = ''] = line.split(': ');
		const [who = '', verb = '', ...keys] = said.split(' ');
		if (verb === 'seconds') {
			await jest.advanceTimersByTimeAsync(Number(who) * 1000);
			continue;
		}
		const subject = subjects.get(who) ?? begin(who);
		subjects.set(who, subject);
		if (verb === 'takes') {
			const taken = await inTime(subject.claim(keys));
			expect([line, keys.map((key) => taken.get(key)).join(' ')]).toEqual([line, states]);
		} else if (verb === 'frees') await inTime(subject.giveBack(keys));
		else if (verb === 'closes') await inTime(subject.close());
		else if (verb === 'asks') {
			const entries = keys.map((key) => `n8n-nodes-sms-voice-gateway: sent ${key}`);
			const { helpers } = contextOf(who);
			await inTime(helpers.checkProcessedAndRecord(entries, 'node', { mode: 'entries' }));
		} else for (const key of keys) subject.end(key, verb === 'ends');
	}
}

/** A was sent, and C is on its way in an execution that goes on. */
const BEGUN = `
	sender takes A C: ours ours
	sender ends A
	sender closes
	other takes C: ours
`;

const MANY = Array.from({ length: 39 }, (_, index) => `K${index}`).join(' ');

/** What holds, who takes part, and what happens. */
test.each([
	[
		'a record whose answer is lost says which keys are ours where nothing else can be new',
		{ lost: { asking: [0] } },
		`${BEGUN}
		asking takes A D: used ours`,
	],
	[
		'where another one of the keys may be the new one, none of them is ours until that one ends',
		{ lost: { asking: [0] } },
		`${BEGUN}
		asking takes A C D: used busy busy
		other ends C
		other closes
		asking takes C D: used ours`,
	],
	[
		'of a message that was sent no name may be the new one, where it is forgotten after some hours',
		{ lost: { asking: [0], later: [0] }, forgets: true },
		`sender takes A: ours
		sender ends A
		sender closes
		other takes C: ours
		asking takes A D: used ours
		later takes C E: busy busy
		other ends C
		other closes
		later takes C E: used ours`,
	],
	[
		'what had ended before counts as its own, not as a key that was new',
		{ lost: { asking: [1] } },
		`${BEGUN}
		asking takes E: ours
		asking ends E
		asking takes A D: used ours`,
	],
	[
		'a question whose answer is lost destroys nothing, and leaves nothing behind',
		{ lost: { asking: [1] } },
		`${BEGUN}
		asking takes A C: used busy
		later takes A C: used busy
		other ends C
		other closes
		later takes C: used`,
	],
	[
		'what a killed one has asked for does not pass for sent where the answer to the next question is lost too',
		{ lost: { asking: [2] } },
		`${BEGUN}
		other takes X: ours
		killed asks X
		asking takes A X: busy busy`,
	],
	[
		'of many keys that were sent two at most are in doubt where the answers to both questions are lost',
		{ lost: { asking: [1, 21] } },
		`sender takes ${MANY}: ${MANY.replace(/\w+/g, 'ours')}
		sender ends ${MANY}
		sender closes
		other takes X: ours
		asking takes ${MANY} X: ${MANY.replace(/\w+/g, 'used').replace(/used$/, 'busy')} busy`,
	],
	[
		'a key that another execution has on its way is waited for, and is unknown after a minute',
		{},
		`one takes A: ours
		other takes A: busy
		20 seconds pass
		other takes A: busy
		20 seconds pass
		other takes A: busy
		20 seconds pass
		other takes A: unknown
		one ends A
		one closes
		other takes A: used`,
	],
	[
		'a key that a run has given back is no more its own to give back',
		{},
		`one takes A: ours
		one frees A
		other takes A: ours
		one frees A
		third takes A: busy
		other ends A
		other closes
		third takes A: used`,
	],
	...[false, true].map((resends): [string, Cast, string] => [
		`a key of which nobody knows is sent again by its own run only if that is wanted: ${resends}`,
		{ resends: resends ? ['one'] : [] },
		`one takes A: ours
		one doubts A
		one takes A: ${resends ? 'ours' : 'unknown'}
		one frees A
		one closes
		other takes A: busy
		60 seconds pass
		other takes A: unknown`,
	]),
])('%s', play);
