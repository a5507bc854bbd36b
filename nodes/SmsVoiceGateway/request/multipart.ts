import type { IDataObject } from 'n8n-workflow';

/** The same fields as a multipart form, which carries text as UTF-8. Made anew for every try: a form is used up. */
export function toForm(body: IDataObject): FormData {
	const form = new FormData();
	for (const [name, value] of Object.entries(body)) form.append(name, String(value));
	return form;
}
