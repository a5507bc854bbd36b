import type { IBuilderHint, NodeHint } from 'n8n-workflow';

/**
 * What n8n's AI workflow builder reads of the node beyond its description, before it chooses it. Hints on operations and
 * fields stand with these. Its own language for expressions is `expr('…')`: n8n's leading `=` must not appear here.
 */
export const builderHint: IBuilderHint = {
	searchHint:
		'Each message costs money and reaches a person. For several rows with a text of their own use operation "sendBulk" on all items at once, never a loop around "send". For the same text to several numbers use one "send" with the numbers separated by commas. The node is safe with Retry On Fail: what the service accepted is not sent again, so do not build a retry loop around it. To ask a person for an approval or an answer, and to go on with it, use "sendAndWait". "accepted" means queued; "getStatus" tells whether a text was delivered.',
	relatedNodes: [
		{
			nodeType: 'n8n-nodes-base.extractFromFile',
			relationHint:
				'Gives the rows of a CSV or XLSX file to sendBulk; with CSV turn on Exclude Byte Order Mark (BOM)',
		},
		{
			nodeType: 'n8n-nodes-base.splitOut',
			relationHint: 'Makes one item of each number: a call, or a row of sendBulk, takes one number',
		},
		{
			nodeType: 'n8n-nodes-base.wait',
			relationHint:
				'For more than ten minutes between sending and getStatus; up to that, use its option waitUntilFinal',
		},
	],
	extraTypeDefContent: [
		{
			displayOptions: { show: { resource: ['sms'], operation: ['sendBulk'] } },
			content: `<patterns>
<pattern title="Send each row its own text, and go on with the rows that failed">
const sendAll = node({
  type: 'n8n-nodes-sms-voice-gateway.smsVoiceGateway',
  version: 1,
  config: {
    name: 'Send SMS',
    onError: 'continueErrorOutput',
    parameters: {
      resource: 'sms',
      operation: 'sendBulk',
      source: '30001234',
      destination: expr('{{ $json.phone }}'),
      message: expr('Hello {{ $json.name }}, your order is ready.'),
      options: { invalidRows: 'skip', sendOnce: { values: { by: 'key', key: expr('{{ $json.orderNumber }}') } } }
    }
  }
});
// The error output has the failed rows with their own columns; details.outcome "unknown" may have been sent.
</pattern>
</patterns>`,
		},
	],
};

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
