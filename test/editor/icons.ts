/// <reference lib="dom" />
/// <reference lib="dom.iterable" />
import type { Locator } from 'playwright-core';

const FILE = { light: '/smsVoiceGateway.svg', dark: '/smsVoiceGateway.dark.svg' };

export interface ShownIcon {
	/** The theme whose icon it is; undefined where it is none of the two files. */
	theme: 'light' | 'dark' | undefined;
	/** Whether the browser has it as a drawing, and so draws it sharp at any size. */
	drawing: boolean;
	width: number;
	height: number;
	/** Contrast of its main colour with what lies behind it (WCAG 2, 1.4.11 asks for 3 of graphics). */
	contrast: number;
}

/** The package's icon, wherever it is visible below an element. */
export async function iconsIn(root: Locator): Promise<ShownIcon[]> {
	const images = root.locator('img[src*="n8n-nodes-sms-voice-gateway"]:visible');
	await images.first().waitFor();
	return await images.evaluateAll(async (all, files) => {
		type Rgb = [number, number, number];
		const luminance = (rgb: Rgb) => {
			const [r, g, b] = rgb.map((value) => {
				const share = value / 255;
				return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
			}) as Rgb;
			return 0.2126 * r + 0.7152 * g + 0.0722 * b;
		};
		/** Any CSS colour as the screen shows it. */
		const pixel = (colour: string): { rgb: Rgb; alpha: number } => {
			const canvas = document.createElement('canvas');
			canvas.width = canvas.height = 1;
			const pen = canvas.getContext('2d');
			if (pen === null) throw new Error('no canvas');
			pen.fillStyle = colour;
			pen.fillRect(0, 0, 1, 1);
			const [r = 0, g = 0, b = 0, alpha = 0] = pen.getImageData(0, 0, 1, 1).data;
			return { rgb: [r, g, b], alpha };
		};
		const behind = (element: Element): Rgb => {
			for (let at: Element | null = element; at !== null; at = at.parentElement) {
				const { rgb, alpha } = pixel(getComputedStyle(at).backgroundColor);
				if (alpha > 128) return rgb;
			}
			return [255, 255, 255];
		};
		const icons = [];
		for (const image of all as HTMLImageElement[]) {
			await image.decode();
			const answer = await fetch(image.src);
			const text = await answer.text();
			const colour = pixel(/fill="(#[0-9a-f]+)"/.exec(text)?.[1] ?? '#000').rgb;
			const [light, dark] = [luminance(colour), luminance(behind(image))].sort((a, b) => b - a);
			const { width, height } = image.getBoundingClientRect();
			const path = new URL(image.src).pathname;
			icons.push({
				theme: path.endsWith(files.dark)
					? ('dark' as const)
					: path.endsWith(files.light)
						? ('light' as const)
						: undefined,
				drawing:
					(answer.headers.get('content-type') ?? '').startsWith('image/svg+xml') &&
					text.includes('<svg'),
				width,
				height,
				contrast: ((light ?? 0) + 0.05) / ((dark ?? 0) + 0.05),
			});
		}
		return icons;
	}, FILE);
}
