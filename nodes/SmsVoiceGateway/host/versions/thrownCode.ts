/** The code of an error that n8n's HTTP client throws. n8n 1 leaves out what it wraps, and has its code in `httpCode`. */
export const thrownCode = ({ code, httpCode }: { code?: unknown; httpCode?: unknown }): unknown =>
	code ?? httpCode;
