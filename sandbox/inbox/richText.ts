/** A stretch of a text that is shown in one way. */
export interface Piece {
	text: string;
	/** Found by the search. */
	found: boolean;
	/** The link it belongs to: only http and https. */
	href?: string;
	/** A message part ends after it. */
	partEnds: boolean;
}

const LINK = /\bhttps?:\/\/[^\s<>"'،؛]+/gi;
/** What stands after a link in a sentence, rather than in it. */
const AFTER_LINK = /[.,;:!?)\]}»]+$/;

interface Stretch {
	start: number;
	end: number;
}

const linksIn = (text: string): Stretch[] =>
	[...text.matchAll(LINK)].flatMap(({ 0: match, index }) => {
		const address = match.replace(AFTER_LINK, '');
		return URL.canParse(address) ? [{ start: index, end: index + address.length }] : [];
	});

function foundIn(text: string, wanted: string): Stretch[] {
	const found: Stretch[] = [];
	const lower = text.toLowerCase();
	// Some letters change their length in lower case; then a mark would be beside the word.
	if (wanted === '' || lower.length !== text.length) return found;
	for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, at + wanted.length))
		found.push({ start: at, end: at + wanted.length });
	return found;
}

const holding = (stretches: Stretch[], at: number): Stretch | undefined =>
	stretches.find(({ start, end }) => start <= at && at < end);

/** Cuts a text where a link, a found word or a message part begins or ends. Joined again, the pieces are the text. */
export function piecesOf(text: string, search: string, partEnds: readonly number[]): Piece[] {
	const links = linksIn(text);
	const found = foundIn(text, search.trim().toLowerCase());
	const cuts = new Set([0, text.length, ...partEnds]);
	for (const { start, end } of [...links, ...found]) cuts.add(start).add(end);
	const places = [...cuts].sort((a, b) => a - b);
	return places.slice(1).map((end, index) => {
		const start = places[index] ?? 0;
		const link = holding(links, start);
		return {
			text: text.slice(start, end),
			found: holding(found, start) !== undefined,
			...(link && { href: text.slice(link.start, link.end) }),
			partEnds: partEnds.includes(end),
		};
	});
}
