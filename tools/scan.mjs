// `npm run scan`: what n8n's package scan checks of a published package, on the sources and on the package as `npm pack`
// makes it. Left out is what exists only after publishing: the provenance, and the source that it points to.
import { mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as scanner from '@n8n/scan-community-package/scanner/scanner.mjs';

import { npm, run } from './setup.mjs';

async function scan(what, folder, patterns) {
	const { passed, message, details = '' } = await scanner.analyzePackage(folder, patterns);
	console.log(`${passed ? '✓' : '✗'} ${what}: ${passed ? 'nothing found' : message}\n${details}`);
	if (!passed) process.exitCode = 1;
}

const folder = mkdtempSync(join(tmpdir(), 'sms-voice-gateway-scan-'));
try {
	await scan('sources', process.cwd(), scanner.SOURCE_FILE_PATTERNS);
	await run(npm, ['pack', '--ignore-scripts', '--silent', '--pack-destination', folder]);
	const tarball = readdirSync(folder).find((name) => name.endsWith('.tgz'));
	await run('tar', ['-xzf', join(folder, tarball), '-C', folder]);
	// What the scan lints of a packed package (@n8n/scan-community-package 0.32, `analyzePackageByName`).
	await scan('package', join(folder, 'package'), ['**/*.js', 'package.json']);
} finally {
	rmSync(folder, { recursive: true, force: true });
}
