import { choice } from './option';

/** 'Body Format' of the endpoints that take multipart too. */
export const bodyFormat = choice(
	'Body Format',
	'How the request is written; both say the same. Choose what your provider asks for.',
	{ json: 'JSON', multipart: 'Multipart Form' },
	{ sameForAll: true },
);
