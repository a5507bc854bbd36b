import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { expect, test } from '@jest/globals';

const ENGINE = 'nodes/SmsVoiceGateway/engine';

/**
 * The rooms of the engine in the order of a run: delivery asks the keys; and a row, which goes through all of them, is at
 * home in the last. What stands beside them belongs to all: the two ways in, the stages, and what the rows of a try have in
 * common.
 */
const ROOMS = ['reading', 'asking', 'checks', 'delivery', 'keys', 'finish', 'row'];

const files = readdirSync(ENGINE, { recursive: true, encoding: 'utf8' })
	.filter((name) => name.endsWith('.ts'))
	.map((name) => join(ENGINE, name));

const roomOf = (file: string): number =>
	ROOMS.indexOf(relative(ENGINE, dirname(file)).split('/')[0] ?? '');

/** The files of a room that a file takes something from. */
const importsOf = (file: string): string[] =>
	[...readFileSync(file, 'utf8').matchAll(/ from '(\.[^']*)'/g)].map(([, path = '']) =>
		resolve(dirname(file), path.replace(/\.ts$/, '')),
	);

test('no room of the engine takes anything from one that rows have left already', () => {
	const back = files.flatMap((file) => {
		const own = roomOf(file);
		return importsOf(file).flatMap((other) => {
			const theirs = roomOf(other);
			return own >= 0 && theirs >= 0 && theirs < own ? [`${file} → ${relative('.', other)}`] : [];
		});
	});
	expect(back).toEqual([]);
	expect(new Set(files.map(roomOf)).size).toBe(ROOMS.length + 1);
});

test('no files import each other in a circle', () => {
	const all = readdirSync('nodes', { recursive: true, encoding: 'utf8' })
		.filter((name) => name.endsWith('.ts'))
		.map((name) => resolve('nodes', name));
	const done = new Set<string>();
	const circles: string[] = [];
	const visit = (file: string, way: string[]): void => {
		if (way.includes(file)) circles.push([...way.slice(way.indexOf(file)), file].join(' → '));
		if (way.includes(file) || done.has(file)) return;
		for (const other of importsOf(file)) {
			const [found] = [`${other}.ts`, join(other, 'index.ts')].filter((one) => all.includes(one));
			if (found !== undefined) visit(found, [...way, file]);
		}
		done.add(file);
	};
	for (const file of all) visit(file, []);
	expect(circles).toEqual([]);
	expect(done.size).toBeGreaterThan(100);
});
