import type { NodeHint } from 'n8n-workflow';

/** From this many items on, one request for many messages serves better than one each. */
const MANY = 20;

/** A value of a group of options, where that was added. */
const valueOf = (group: string, name: string): string =>
	`$parameter["options"]["${group}"]?.["values"]?.["${name}"]`;
const time = (name: string): string => valueOf('time', name);

const sendingOneByOne = '$parameter["resource"] === "sms" && $parameter["operation"] === "send"';

/** A time without a zone is meant in 'Time Zone' or the workflow's zone, not in that of the machine. */
const scheduledTime = `DateTime.fromISO(String(${time('scheduled')}).replace(" ", "T"), { zone: ${time('timeZone')} || undefined })`;

/** What the editor says beside the output. */
export const hints: NodeHint[] = [
	{
		message: `Many items: "Send Bulk" puts many rows into one request. For the same text to all, "Speed" does so here.`,
		type: 'info',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${sendingOneByOne} && !(${valueOf('speed', 'batchSize')} > 1) && $input.all().length > ${MANY} }}`,
	},
	{
		message:
			"'Scheduled' is in the past. It is sent so; what the service does with it is not documented.",
		type: 'warning',
		location: 'outputPane',
		whenToDisplay: 'always',
		displayCondition: `={{ ${sendingOneByOne} && !!${time('scheduled')} && ${scheduledTime} < $now }}`,
	},
];
