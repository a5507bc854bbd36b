import { cutToParts } from '../../text/cutToParts';
import type { RunContext } from '../runContext';
import { withWarning } from '../row/row';
import type { ReadyRow } from '../row/row';

/** So many message parts a text has at the most that a model's tool call has filled, where 'Max Parts' says nothing. */
const PARTS_OF_REVIEW = 4;

/** A host that only the machine itself knows by that name. */
const OWN_HOST = /^https?:\/\/(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=[:/])/i;

/** Lets a row's text end with the link to the page where it is answered. */
export const addLink =
	({ host, link, operation, settings }: RunContext) =>
	(row: ReadyRow): ReadyRow => {
		const question = operation.text?.(row.fields);
		if (link === undefined || question === undefined) return row;
		const behind = `\n${link.address}`;
		const most = settings.limits.maxParts || PARTS_OF_REVIEW;
		const text = host.isReview ? cutToParts(question, behind, most) : question;
		const [own] = OWN_HOST.exec(link.address) ?? [];
		const said = [
			...(text === question ? [] : ['The text was cut; the page behind the link shows it whole']),
			...(own === undefined
				? []
				: [`The link begins with ${own}, which no phone can open; set WEBHOOK_URL of this n8n`]),
		];
		const fields = operation.withText?.(row.fields, `${text}${behind}`) ?? row.fields;
		return said.reduce<ReadyRow>(withWarning, { ...row, fields, question });
	};
