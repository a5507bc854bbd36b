import type { IDataObject } from 'n8n-workflow';

/** The same fields as a multipart form, which carries text as UTF-8. Made anew for every try: a form is used up. */
export function toForm(body: IDataObject): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(body)) form.append(name, asWritten(String(value)));
	return form;
}

/**
 * Every line break of a form's text field leaves as CRLF (HTML standard, multipart/form-data; axios).
 * A nameless file stays as it is, and without a filename in its header it is an ordinary field.
 */
function asWritten(text: string): string | File {
	return /[\r\n]/.test(text) ? new File([text], '', { type: 'text/plain; charset=utf-8' }) : text;
}
