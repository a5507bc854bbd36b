import { NodeConnectionTypes, type INodeType, type INodeTypeDescription } from 'n8n-workflow';

import { builderHint, hints } from './operations/hints';
import { requestOptions } from './fields/requestOptions';
import { webhook, webhooks } from './reply/webhook';
import { playVoiceFile, sendCode } from './operations/calls.operation';
import { fieldsOf, overAllItemsOf, REFUSE_OTHERS, selectorOf } from './operations/panel';
import { getCredit } from './operations/getCredit.operation';
import { testLogin } from './operations/testLogin';
import { getStatus } from './operations/getStatus.operation';
import { send, sendAndWait } from './operations/send.operation';
import { sendBulk } from './operations/sendBulk.operation';
import { REQUEST_DEFAULTS } from './wire/target';

const sms = [send, sendBulk, sendAndWait, getStatus];
const call = [playVoiceFile, sendCode];
const report = [getCredit];

export class SmsVoiceGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS and Voice Gateway',
		name: 'smsVoiceGateway',
		icon: { light: 'file:smsVoiceGateway.svg', dark: 'file:smsVoiceGateway.dark.svg' },
		group: ['output'],
		version: 1,
		// n8n's linter wants it written out.
		subtitle:
			'={{ ({ send: "Send", sendBulk: "Send Bulk", sendAndWait: "Send and Wait", getStatus: "Get Status", playVoiceFile: "Play Voice File", sendCode: "Send Code", getCredit: "Get Credit" })[$parameter["operation"]] + ": " + ({ sms: "SMS", call: "Call", report: "Report" })[$parameter["resource"]] }}',
		description:
			'Send text messages (SMS) and place voice calls: alerts, one-time codes (OTP) and bulk sends',
		defaults: { name: 'SMS and Voice Gateway' },
		builderHint,
		usableAsTool: true,
		inputs: [NodeConnectionTypes.Main],
		outputs: [NodeConnectionTypes.Main],
		waitingNodeTooltip:
			'={{ $parameter["operation"] === "sendAndWait" ? "The run goes on when somebody has answered, or when the time is over" : "" }}',
		webhooks,
		credentials: [{ name: 'smsVoiceGatewayApi', required: true, testedBy: 'testLogin' }],
		requestDefaults: REQUEST_DEFAULTS,
		hints,
		properties: [
			{
				displayName: 'Resource',
				name: 'resource',
				type: 'options',
				noDataExpression: true,
				options: [
					{
						name: 'SMS',
						value: 'sms',
						description: 'Text messages, and what became of them',
					},
					{
						name: 'Call',
						value: 'call',
						description: 'Voice calls that play a stored file or read out a one-time code',
					},
					{ name: 'Report', value: 'report', description: 'The credit of the account' },
				],
				default: 'sms',
				routing: REFUSE_OTHERS,
			},
			selectorOf('sms', sms),
			selectorOf('call', call),
			selectorOf('report', report),
			...fieldsOf([...sms, ...call, ...report]),
			requestOptions,
		],
	};

	webhook = webhook;

	customOperations = {
		sms: overAllItemsOf(sms),
		call: overAllItemsOf(call),
		report: overAllItemsOf(report),
	};

	methods = { credentialTest: { testLogin } };
}
