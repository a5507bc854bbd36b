// What the publishing workflow asks of a release. `check vX.Y.Z`: is this tag the version of package.json, with its notes
// in CHANGELOG.md? `notes`: those notes.
import { readFileSync } from 'node:fs';

import { setUp } from './setup.mjs';

/** Installed only where it is missing: the check comes before anything else. */
async function changelogParser() {
	try {
		return await import('keep-a-changelog');
	} catch {
		await setUp();
		return await import('keep-a-changelog');
	}
}

/** The dated section of CHANGELOG.md about a version; throws where there is none, or nothing in it. */
async function sectionOf(version) {
	const { parser } = await changelogParser();
	const { releases } = parser(readFileSync('CHANGELOG.md', 'utf8'));
	const section = releases.find((release) => release.version === version);
	if (!section?.date) throw new Error(`CHANGELOG.md has no dated section about ${version}`);
	if (section.isEmpty()) throw new Error(`CHANGELOG.md says nothing about ${version}`);
	return section;
}

const tasks = {
	check: ({ version }, tag) => {
		if (tag !== `v${version}`)
			throw new Error(`The tag is ${tag}, but package.json has version ${version}`);
	},
	notes: (section) => {
		const [_title, ...notes] = section.toString({ format: 'markdownlint' }).split('\n');
		console.log(notes.join('\n').trim());
	},
};

const [task, tag] = process.argv.slice(2);
try {
	if (!Object.hasOwn(tasks, task)) throw new Error(`No such task: ${task}`);
	const { version } = JSON.parse(readFileSync('package.json', 'utf8'));
	tasks[task](await sectionOf(version), tag);
} catch (error) {
	console.error(error.message);
	process.exitCode = 1;
}
