import type { INodeType, INodeTypeDescription } from 'n8n-workflow';
import { NodeConnectionTypes } from 'n8n-workflow';

import { hints } from './fields/hints';
import { requestOptions } from './fields/requestOptions';
import { webhook, webhooks } from './reply/webhook';
import { builderHint } from './resources/builderHint';
import { call } from './resources/call';
import { fieldsOf } from './resources/fields';
import { REFUSE_OTHERS } from './resources/notOffered';
import { report } from './resources/report';
import { testLogin } from './resources/report/testLogin';
import { overAllItemsOf, selectorOf } from './resources/selector';
import { sms } from './resources/sms';
import { REQUEST_DEFAULTS } from './wire/endpoint';

export class SmsVoiceGateway implements INodeType {
	description: INodeTypeDescription = {
		displayName: 'SMS & Voice Gateway',
		name: 'smsVoiceGateway',
		icon: { light: 'file:smsVoiceGateway.svg', dark: 'file:smsVoiceGateway.dark.svg' },
		group: ['output'],
		version: 1,
		subtitle: '={{ $parameter["operation"] + ": " + $parameter["resource"] }}',
		description:
			'Send text messages (SMS) and place voice calls: alerts, one-time codes (OTP) and bulk sends',
		defaults: { name: 'SMS & Voice Gateway' },
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
					{ name: 'Call', value: 'call' },
					{ name: 'Report', value: 'report' },
					{ name: 'SMS', value: 'sms' },
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
