// What the publishing workflow asks of a release. `check vX.Y.Z`: is this tag the version of package.json, with its notes
// in CHANGELOG.md? `notes`: those notes.
import { readFileSync } from 'node:fs';

import { setUp } from './setup.mjs';

const [task, tag] = process.argv.slice(2);
const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
try {
	if (task === 'check' && tag !== `v${version}`)
		throw new Error(`The tag is ${tag}, but package.json has version ${version}`);
	// The check comes before anything else is installed.
	await setUp();
	const { parser } = await import('keep-a-changelog');
	const { releases } = parser(readFileSync('CHANGELOG.md', 'utf8'));
	const section = releases.find((release) => release.version === version);
	if (!section?.date || section.isEmpty())
		throw new Error(`CHANGELOG.md has no dated section about ${version}, or nothing in it`);
	const [_title, ...notes] = section.toString({ format: 'markdownlint' }).split('\n');
	if (task === 'notes') console.log(notes.join('\n').trim());
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
