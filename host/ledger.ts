import { DatabaseSync } from 'node:sqlite';
import type { Packed } from './package.ts';

/**
 * Enters the package in n8n's table of installed packages, as n8n does after an installation: from then on the editor
 * lists it under Settings → Community nodes. n8n loads it without this too. The tables exist once n8n has run.
 */
export function recordInstalledPackage(databaseFile: string, packed: Packed): void {
	const database = new DatabaseSync(databaseFile);
	try {
		const now = new Date().toISOString().replace('T', ' ').replace('Z', '');
		database
			.prepare(
				'INSERT OR IGNORE INTO installed_packages (packageName, installedVersion, createdAt, updatedAt) VALUES (?, ?, ?, ?)',
			)
			.run(packed.name, packed.version, now, now);
		database
			.prepare(
				'INSERT OR IGNORE INTO installed_nodes (name, type, latestVersion, package) VALUES (?, ?, ?, ?)',
			)
			.run('SMS and Voice Gateway', `${packed.name}.smsVoiceGateway`, 1, packed.name);
	} finally {
		database.close();
	}
}
