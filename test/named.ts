/** Spans of ids, as the node writes them to n8n's log: "message ids 9007–9012". */
const SPAN = /\bids (\d+)–(\d+)/g;

/** Whether a text names an id, by itself or within a span. */
export const isNamed = (text: string, id: string): boolean =>
	text.includes(id) ||
	[...text.matchAll(SPAN)].some(
		([, from = '', to = '']) =>
			/^\d+$/.test(id) && BigInt(from) <= BigInt(id) && BigInt(id) <= BigInt(to),
	);
