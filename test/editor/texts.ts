/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Locator } from 'playwright-core';

/** Texts below an element that are cut off, as "text: where", and placeholders that do not fit. */
export async function cutTexts(root: Locator): Promise<string[]> {
	return await root.evaluate((top) => {
		const found: string[] = [];
		const TOLERANCE = 1;
		// A font's own height may be larger than its line: only what takes letters away is a cut.
		const LINE_TOLERANCE = 5;
		const visible = (element: Element) =>
			element.checkVisibility({ opacityProperty: true, visibilityProperty: true });

		/** Whether a box ends within the nearest element that cuts off what is outside of it; one that scrolls does not. */
		const cutBy = (rect: DOMRect, from: Element): string | undefined => {
			for (let at: Element | null = from; at !== null; at = at.parentElement) {
				const { overflowX, overflowY } = getComputedStyle(at);
				const edge = at.getBoundingClientRect();
				const hides = (overflow: string) => overflow === 'hidden' || overflow === 'clip';
				const wide = rect.right > edge.right + TOLERANCE || rect.left < edge.left - TOLERANCE;
				const high =
					rect.bottom > edge.bottom + LINE_TOLERANCE || rect.top < edge.top - LINE_TOLERANCE;
				if (hides(overflowX) && wide) return `cut at the side by <${at.tagName.toLowerCase()}>`;
				if (hides(overflowY) && high) return `cut below by <${at.tagName.toLowerCase()}>`;
				if (!hides(overflowX) && overflowX !== 'visible') return undefined;
				if (at === top) return undefined;
			}
			return undefined;
		};

		const walker = document.createTreeWalker(top, NodeFilter.SHOW_TEXT);
		for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
			const text = node.textContent?.trim() ?? '';
			const parent = node.parentElement;
			if (text === '' || parent === null || !visible(parent)) continue;
			const range = document.createRange();
			range.selectNodeContents(node);
			const rect = range.getBoundingClientRect();
			// Only read aloud: a box of one pixel that hides its text on purpose.
			const box = parent.getBoundingClientRect();
			if (rect.width === 0 || box.width <= 1 || box.height <= 1) continue;
			const how = cutBy(rect, parent);
			if (how !== undefined) found.push(`${text}: ${how}`);
		}

		const pen = document.createElement('canvas').getContext('2d');
		for (const input of top.querySelectorAll('input')) {
			if (pen === null || !visible(input) || input.value !== '' || input.placeholder === '')
				continue;
			const style = getComputedStyle(input);
			pen.font = style.font;
			const room =
				input.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
			if (pen.measureText(input.placeholder).width > room + TOLERANCE)
				found.push(`${input.placeholder}: placeholder does not fit`);
		}
		return found;
	});
}

/** Texts below an element that are no words for a person: keys of n8n's translations, objects, values that are missing. */
export async function rawTexts(root: Locator): Promise<string[]> {
	const lines = (await root.innerText()).split('\n').map((line) => line.trim());
	const raw = /\[object|\bundefined\b|\bNaN\b|smsVoiceGateway\.|^[a-z]+[a-zA-Z]*(\.[a-zA-Z]+){2,}$/;
	return lines.filter((line) => raw.test(line));
}
