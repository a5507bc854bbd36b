import { cutToParts } from '../../text/cutToParts';
import type { RunContext } from '../runContext';
import type { Row } from '../row/row';

/** So many message parts a text has at the most that a model's tool call has filled, where 'Max Parts' says nothing. */
const PARTS_OF_REVIEW = 4;

/** A host that only the machine itself knows by that name. */
const OWN_HOST = /^https?:\/\/(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=[:/])/i;

/** Lets a row's text end with the link to the page where it is answered. */
export function addLink(row: Row, { host, link, settings }: RunContext): void {
	const fields = row.fields as { message?: string } | undefined;
	if (link === undefined || fields?.message === undefined) return;
	const behind = `\n${link.address}`;
	row.question = fields.message;
	const most = settings.limits.maxParts || PARTS_OF_REVIEW;
	const text = host.isReview ? cutToParts(fields.message, behind, most) : fields.message;
	if (text !== fields.message)
		warn(row, 'The text was cut; the page behind the link shows it whole');
	fields.message = `${text}${behind}`;
	const [own] = OWN_HOST.exec(link.address) ?? [];
	if (own === undefined) return;
	warn(row, `The link begins with ${own}, which no phone can open; set WEBHOOK_URL of this n8n`);
}

function warn(row: Row, words: string): void {
	(row.warnings ??= []).push(words);
}
