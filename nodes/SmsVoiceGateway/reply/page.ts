import type { wordsFor } from './words';

/** What a person was asked. It stands in the output, and all that the page shows comes from it. */
export interface Asked {
	/** Its number among the questions of the node in its execution, from 1: a link counts for its own only. */
	number: number;
	/** As it was written, without the link. */
	message: string;
	/** What stands above it, where that is not the workflow's name. */
	title?: string;
	/** The first approves, the second declines; none where a text is asked for. */
	buttons?: string[];
	/** When the text was accepted, and when the time is over: ISO 8601. */
	at: string;
	until?: string;
}

/** A text longer than this is no answer that anybody typed: characters. */
export const LONGEST_ANSWER = 10_000;

/** Works without flex and variables, which old phones lack; the colours are the system's in light and dark. */
export const STYLE = `*{box-sizing:border-box}
body{margin:0;padding:16px;font:18px/1.5 system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;color:#1b1b1f;background:#f4f4f6}
main{max-width:34em;margin:0 auto;padding:20px;background:#fff;border:1px solid #d5d5dc;border-radius:12px;word-wrap:break-word;overflow-wrap:anywhere}
h1{margin:0 0 8px;font-size:15px;font-weight:600;color:#55555f}
p{margin:0 0 20px;white-space:pre-wrap}
label{display:block;margin-bottom:6px;font-weight:600}
textarea{display:block;width:100%;min-height:7em;margin-bottom:16px;padding:10px;font:inherit;color:inherit;background:#fff;border:1px solid #6b6b76;border-radius:8px}
button{display:block;width:100%;min-height:52px;margin-bottom:12px;padding:10px 16px;font:inherit;font-weight:600;color:#fff;background:#0b57d0;border:2px solid #0b57d0;border-radius:10px;cursor:pointer}
button.other{color:#0b57d0;background:#fff}
button:focus,textarea:focus{outline:3px solid #ffb300;outline-offset:2px}
.notice{font-weight:600;color:#b3261e}
.said{font-weight:600}
@media (prefers-color-scheme:dark){body{color:#e4e4ea;background:#121216}
main{background:#1d1d23;border-color:#3a3a44}
h1{color:#a9a9b5}
textarea{background:#121216;border-color:#8a8a96}
button{color:#062e6f;background:#a8c7fa;border-color:#a8c7fa}
button.other{color:#a8c7fa;background:#1d1d23}
.notice{color:#f2b8b5}}`;

/** The SHA-256 of STYLE in Base64, by which the page's policy lets it in; a test computes it. */
const STYLE_HASH = '2U8KoFo4DwjI/JvoVvBmyC2j91oyc9Ul7JJ6mheZ4WE=';

/** Nothing is loaded and nothing runs. It stands in the page too: with an answer n8n puts a policy of its own in its place. */
const POLICY = `default-src 'none'; style-src 'sha256-${STYLE_HASH}'; img-src data:; form-action 'self'; base-uri 'none'`;

/** And nobody frames it; and its address, which has the signature, goes nowhere. */
export const HEADERS: Readonly<Record<string, string>> = {
	'Content-Type': 'text/html; charset=utf-8',
	'Content-Security-Policy': `${POLICY}; frame-ancestors 'none'`,
	'Referrer-Policy': 'no-referrer',
	'Cache-Control': 'no-store',
	'X-Content-Type-Options': 'nosniff',
	'X-Frame-Options': 'DENY',
	'X-Robots-Tag': 'noindex, nofollow',
};

const ENTITIES: Record<string, string> = {
	'&': '&amp;',
	'<': '&lt;',
	'>': '&gt;',
	'"': '&quot;',
	"'": '&#39;',
};

/** Any text as it may stand in the page, between tags and in an attribute. */
function escapeHtml(text: string): string {
	return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
}

/** The first letter that has a direction gives that of the whole (Unicode Bidirectional Algorithm, P2 and P3). */
function directionOf(text: string): 'ltr' | 'rtl' {
	const first = /\p{L}/u.exec(text)?.[0] ?? '';
	return /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u.test(
		first,
	)
		? 'rtl'
		: 'ltr';
}

/** What stands on every page: who sends it, and in which direction it is read. */
export interface Sender {
	/** The title of the question, or the name of the workflow. */
	title: string;
	words: ReturnType<typeof wordsFor>;
	/** What was asked, where it is known. */
	asked?: Asked | undefined;
}

/** The page that asks; `notice` says why an answer was none, which is then still there to be corrected. */
export function questionPage(asked: Asked, sender: Sender, notice?: string, given = ''): string {
	const { words } = sender;
	return page(
		sender,
		[
			`<p id="asked" dir="auto">${escapeHtml(asked.message)}</p>`,
			notice === undefined
				? ''
				: `<p class="notice" role="alert" dir="auto">${escapeHtml(notice)}</p>`,
			'<form method="post" aria-describedby="asked">',
			asked.buttons === undefined
				? `<label for="text" dir="auto">${escapeHtml(words.yourAnswer)}</label><textarea id="text" name="text" dir="auto" required maxlength="${LONGEST_ANSWER}">\n${escapeHtml(given)}</textarea><button name="answer" value="text" dir="auto">${escapeHtml(words.send)}</button>`
				: asked.buttons.map(buttonOf).join(''),
			'</form>',
		].join(''),
	);
}

const buttonOf = (label: string, index: number) =>
	`<button name="answer" value="${index === 0 ? 'approve' : 'decline'}"${index === 0 ? '' : ' class="other"'} dir="auto">${escapeHtml(label)}</button>`;

/** The page after the answer; `said` is what was chosen or written. */
export function donePage(said: string, sender: Sender): string {
	const { done, close } = sender.words;
	return page(
		sender,
		`<div role="status"><p class="said" dir="auto">${escapeHtml(said)}</p><p dir="auto">${escapeHtml(`${done} ${close}`)}</p></div>`,
	);
}

/** A page that only says something. */
export function noticePage(notice: string, sender: Sender): string {
	return page(sender, `<p role="status" dir="auto">${escapeHtml(notice)}</p>`);
}

function page({ title, words, asked }: Sender, body: string): string {
	const direction = directionOf(asked?.message ?? words.done);
	const name = escapeHtml(title);
	return `<!DOCTYPE html><html lang="${words.language}" dir="${direction}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1"><meta http-equiv="Content-Security-Policy" content="${POLICY}"><meta name="color-scheme" content="light dark"><meta name="referrer" content="no-referrer"><meta name="robots" content="noindex,nofollow"><link rel="icon" href="data:,"><title>${name}</title><style>${STYLE}</style></head><body><main><h1 dir="auto">${name}</h1>${body}</main></body></html>`;
}
