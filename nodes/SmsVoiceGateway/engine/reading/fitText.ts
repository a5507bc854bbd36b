import { cutToParts } from '../../text/cutToParts';
import type { RunContext } from '../runContext';
import { withWarning } from '../row/row';
import type { ReadyRow } from '../row/row';

/** So many message parts a text has at the most that a model's tool call has filled, where 'Max Parts' says nothing. */
const PARTS_OF_REVIEW = 4;

/** A host that only the machine itself knows by that name. */
const OWN_HOST = /^https?:\/\/(localhost|127(\.\d+){3}|0\.0\.0\.0|\[::1?\])(?=[:/])/i;

/** Cuts a row's text to the message parts that it may have, and lets it end with the link to the page where it is answered. */
export const fitText =
	({ host, link, operation, settings }: RunContext) =>
	(row: ReadyRow): ReadyRow => {
		const { text, limits } = settings;
		const usual = text.cutToParts === 0 ? PARTS_OF_REVIEW : 0;
		// Nobody is there to shorten what a model has written.
		const ofReview = host.isReview ? limits.maxParts || usual : 0;
		const wanted = [text.cutToParts, ofReview].filter((parts) => parts > 0);
		const most = wanted.length === 0 ? 0 : Math.min(...wanted);
		const given = operation.text?.(row.fields);
		if (given === undefined || (link === undefined && most === 0)) return row;
		const behind = link === undefined ? '' : `\n${link.address}`;
		const cut = most === 0 ? given : cutToParts(given, behind, most);
		const [own] = OWN_HOST.exec(link?.address ?? '') ?? [];
		const isShownWhole = link === undefined ? '' : '; the page behind the link shows it whole';
		const said = [
			...(cut === given ? [] : [`The text was cut${isShownWhole}`]),
			...(own === undefined
				? []
				: [`The link begins with ${own}, which no phone can open; set WEBHOOK_URL of this n8n`]),
		];
		const fields = operation.withText?.(row.fields, `${cut}${behind}`) ?? row.fields;
		const question = link === undefined ? undefined : given;
		return said.reduce<ReadyRow>(withWarning, { ...row, fields, question });
	};
