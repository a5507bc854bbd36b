import type { Json } from '../values/json';
import { idOf, isEmpty, plainName } from './readings';
import {
	isNothing,
	ofCount,
	ofData,
	ofError,
	ofFailed,
	ofId,
	ofNumber,
	ofOther,
	ofStatus,
	ofSuccess,
	ofTaken,
	ofUntaken,
	ofWords,
	type Beside,
	type Sign,
} from './statements';

type Statement = (value: Json, beside: Beside, name: string) => Sign;

/** Names of an ID, and of whom a message goes to; of one or of several. */
export const IS_ID = /^(?:(?:msg|message|sms|call)(?:id|uuid)|sid|bulkid|batchid|id)s?$/;
export const IS_NUMBER = /^(?:destination|to|recipient|receptor|phone|mobile|number|msisdn)s?$/;

/** What each name speaks of, by the first that fits; what no name is known for is explained only where it is empty. */
const STATEMENTS: ReadonlyArray<[names: RegExp, says: Statement]> = [
	[/^(?:is)?(?:success(?:ful)?|succeeded|ok)$/, ofSuccess],
	[
		/^(?:(?:http)?(?:status|code|statuscode)|(?:res|ret|result|return|response|message)code|state|result|outcome|httpstatuscode|(?:result|request|response)status)$/,
		ofStatus,
	],
	[
		/^(?:is|has)?(?:err(?:ors?)?|exception|fault)(?:code|no|number|message|msg|text|string|description|details?)?$|^(?:problems?|failure)$/,
		ofError,
	],
	[/^(?:is|has)?failed$/, ofFailed],
	[IS_ID, ofId],
	[
		/^(?:from|sender|source|originator|user(?:name)?|password|country(?:code)?|flash|sendtoblacklist)$/,
		ofOther,
	],
	[IS_NUMBER, ofNumber],
	[/^(?:data|d|messages|calls|results?|entries|items|records|list)$/, ofData],
	[
		/^(?:message|msg|description|details?|info|title|note|(?:status|result|response|return)(?:text|message)|response|answer|reply|text|body|content)$/,
		ofWords,
	],
	[
		/err|fail|fault|reject|refus|invalid|block|black|den(?:y|ied)|declin|bad|skip|drop|ignor|miss|expired|cancel|(?:un|not)_?(?:sent|deliver|accept|success|queued|valid|taken)/,
		ofUntaken,
	],
	[/sent|accepted|success|queued|submitted|delivered$|scheduled/, ofTaken],
	[
		/stat(?:us|e)|code|result|outcome/,
		(value, beside, name) =>
			ofStatus(value, beside, name) === 'accepts' || isNothing(value) ? undefined : 'odd',
	],
	[
		/(?:time|date|stamp|cost|price|fee|tariff|credit|balance|currency|url|version|length|encoding|duration|part|segment|page)s?$|^(?:type|line|operator|network|country|priority|server|host|name|batch|echo|lang|unit|[a-z]+at)$/,
		ofOther,
	],
	[/count|total|quantity/, ofCount],
	[
		/(?:id|uuid|ref|reference|hash|token|key)s?$/,
		(value) =>
			idOf(value) === undefined && !isNothing(value) && typeof value !== 'string'
				? 'odd'
				: ofOther(value),
	],
];

/** What reads lists and objects too; all others are looked into. */
const OF_ALL: ReadonlySet<Statement> = new Set([ofError, ofFailed, ofUntaken, ofTaken]);

/** The place of each name in the table: an answer has the same names over and over. */
const known = new Map<string, Statement | undefined>();

/** What a member says, by its name and its value. */
export function signOf(name: string, value: Json, beside: Beside): Sign {
	const plain = plainName(name);
	if (!known.has(plain)) {
		if (known.size > 500) known.clear();
		known.set(plain, STATEMENTS.find(([names]) => names.test(plain))?.[1]);
	}
	const says = known.get(plain);
	if (typeof value !== 'object' || value === null)
		return says === undefined ? (isNothing(value) ? undefined : 'odd') : says(value, beside, plain);
	if (says !== undefined && OF_ALL.has(says)) return says(value, beside, plain);
	if (
		Array.isArray(value) &&
		(value.length === 0 || (says === ofNumber && value.length < beside.numbers))
	)
		return 'odd';
	// An object under a number, or under a status, is none that the service gives.
	if (says === ofSuccess) return Object.keys(value).length > 0 ? 'part' : 'odd';
	const isStrange = /^\d*$/.test(plain) || (says === ofStatus && plain !== 'result');
	return isStrange && !isEmpty(value) ? 'odd' : undefined;
}
