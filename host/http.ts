import { Agent } from 'node:http';
import axios from 'axios';

/**
 * The HTTP client of all that talks to n8n or the sandbox. Whatever comes back is an answer and no error, as text; a
 * body that is text, bytes or a form goes as it is, and anything else as JSON. It goes past any proxy: all is on loopback.
 */
export const http = axios.create({
	proxy: false,
	maxRedirects: 0,
	// n8n was seen to leave a request without an answer; less than a test may take, so that it says so.
	timeout: 18 * 60_000,
	// A connection that is kept can end under the next request, which would then fail for no reason of its own.
	httpAgent: new Agent({ keepAlive: false }),
	validateStatus: () => true,
	responseType: 'text',
	transformResponse: (text: unknown) => text,
	transformRequest: (data: unknown, headers) => {
		if (data === undefined || typeof data === 'string' || data instanceof FormData) return data;
		// Axios takes Node's own buffers only, and jest has a Uint8Array of its own.
		if (ArrayBuffer.isView(data)) return Buffer.from(data.buffer, data.byteOffset, data.byteLength);
		headers.setContentType('application/json', false);
		return JSON.stringify(data);
	},
});
