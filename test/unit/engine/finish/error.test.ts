import { expect, test } from '@jest/globals';
import type { INode } from 'n8n-workflow';

import { toError } from '../../../../nodes/SmsVoiceGateway/engine/finish/error.ts';
import type { Failure } from '../../../../nodes/SmsVoiceGateway/response/failure.ts';

const failure: Failure = { outcome: 'rejected', message: 'It was refused', advice: 'Correct it.' };

test.each<[Partial<Failure>, number, object]>([
	[{}, 1, { description: 'Correct it.', httpCode: null, failure: undefined }],
	[{ cause: 'rate-limited' }, 1, { failure: { cause: 'rate-limited' } }],
	[{ httpStatus: 402 }, 2, { description: 'Correct it. Accepted: 1.', httpCode: '402' }],
])(
	'the error of a run with %j and %i items says all, and nothing of the request',
	(more, count, shown) => {
		const node = { name: 'Send', type: 'x', typeVersion: 1, id: '1' } as INode;
		const report = { accepted: [{ item: 0, ids: ['9'] }] };
		const text = 'Accepted: 1.';
		// n8n replaces a message that names such a code, unless it is put back.
		const message = 'It was refused: ECONNREFUSED';
		const error = toError(node, { ...failure, ...more, message }, 7, { count, text, report });
		expect(error).toMatchObject({ message, ...shown, level: 'warning' });
		expect(error.context).toMatchObject({ itemIndex: 7, data: report });
	},
);
