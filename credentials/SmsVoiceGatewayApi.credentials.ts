import type {
	IAuthenticate,
	ICredentialDataDecryptedObject,
	ICredentialType,
	Icon,
	IHttpRequestOptions,
	INodeProperties,
} from 'n8n-workflow';

import { numberFormat } from '../nodes/SmsVoiceGateway/options/numberFormat';
import { withLogin } from '../nodes/SmsVoiceGateway/wire/withLogin';

export class SmsVoiceGatewayApi implements ICredentialType {
	name = 'smsVoiceGatewayApi';

	displayName = 'SMS and Voice Gateway API';

	icon: Icon = {
		light: 'file:../nodes/SmsVoiceGateway/smsVoiceGateway.svg',
		dark: 'file:../nodes/SmsVoiceGateway/smsVoiceGateway.dark.svg',
	};

	documentationUrl =
		'https://github.com/n8n-nodes-sms-voice-gateway/n8n-nodes-sms-voice-gateway#credential';

	properties: INodeProperties[] = [
		{
			displayName: 'Username',
			name: 'username',
			type: 'string',
			default: '',
			required: true,
			description: 'The user name of your account at the messaging service',
		},
		{
			displayName: 'Password',
			name: 'password',
			type: 'string',
			typeOptions: { password: true },
			default: '',
			required: true,
			description:
				'The web-service password of your account. It is sent in the body of every request, only to the two addresses below.',
		},
		{
			displayName: 'SMS Base URL',
			name: 'smsBaseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://sms.example.com',
			description:
				'The address for text messages, as your provider gives it, without the path that begins with /webservice',
		},
		{
			displayName: 'Call Base URL',
			name: 'callBaseUrl',
			type: 'string',
			default: '',
			required: true,
			placeholder: 'e.g. https://call.example.com',
			description:
				'The address for voice calls and credit, as your provider gives it, without the path that begins with /v1',
		},
		{
			displayName: 'Allow Plain HTTP',
			name: 'allowPlainHttp',
			type: 'boolean',
			default: false,
			description:
				'Whether to send the password unencrypted, for anybody on the way to read. This computer (localhost) works without it.',
		},
		{
			displayName: 'Default From',
			name: 'defaultSource',
			type: 'string',
			default: '',
			placeholder: 'e.g. 30001234',
			description: "The sender of texts where a node's From is empty",
		},
		{
			...numberFormat.property,
			name: 'numberFormat',
			default: {},
			description:
				'Writes each number as your provider wants it, in every node that has no Number Format of its own. Empty: as it was given.',
		},
		{
			displayName: 'Test Numbers',
			name: 'testNumbers',
			type: 'string',
			default: '',
			placeholder: 'e.g. 09121234567, 09351234567',
			description:
				'If filled in, only these numbers get messages and calls; all others are shown as in a dry run. Empty: sends for real.',
		},
		{
			displayName: 'Answers',
			name: 'answers',
			type: 'fixedCollection',
			typeOptions: { multipleValues: true },
			default: {},
			placeholder: 'Add Answer',
			description:
				"What answers of your service mean that the node doesn't know. The error for such an answer tells the line to add.",
			options: [
				{
					displayName: 'Answer',
					name: 'answer',
					values: [
						{
							displayName: 'Field',
							name: 'field',
							type: 'string',
							default: '',
							placeholder: 'e.g. RetStatus, meta.status, or 0 for the first of a list',
							description: 'Where it stands in the answer. Empty: the whole answer as text.',
						},
						{
							displayName: 'Value',
							name: 'value',
							type: 'string',
							default: '',
							placeholder: 'e.g. 1',
							description:
								'What stands there, compared as text; a * stands for the ID, as in OK-*. Empty: anything that is not empty; with Field empty too: an answer without any text.',
						},
						{
							displayName: 'Means',
							name: 'means',
							type: 'options',
							default: 'accepted',
							options: [
								{
									name: 'Accepted',
									value: 'accepted',
									description: 'The service took the message',
								},
								{
									name: 'Rejected',
									value: 'rejected',
									description: 'The service refused it, and nothing was sent',
								},
							],
						},
						{
							displayName: 'ID Field',
							name: 'idField',
							type: 'string',
							default: '',
							placeholder: 'e.g. Value, or data.id',
							description:
								'Where the ID of an accepted message stands, which Get Status asks for. Empty: where the node finds it itself.',
							displayOptions: { show: { means: ['accepted'] } },
						},
					],
				},
			],
		},
	];

	/** Adds the login to the body, JSON or multipart: n8n's generic form leaves a multipart body without any, silently. */
	authenticate: IAuthenticate = async (
		credentials: ICredentialDataDecryptedObject,
		requestOptions: IHttpRequestOptions,
	): Promise<IHttpRequestOptions> => withLogin(credentials, requestOptions);
}
