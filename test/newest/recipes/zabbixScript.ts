import { writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';

import { debianProgram } from '../../../host/debian.ts';
import { run } from '../../../host/process.ts';
import { come, type Served } from '../../e2e/n8n.ts';
import { served as listening } from '../../served.ts';
import { blocksOf, readPage } from '../../unit/docs/markdown.ts';
import type { Monitoring } from './monitoring.ts';
import { zabbix } from './notices.ts';

/** The script of the page, run by Zabbix's own program. */
export function zabbixScript(
	served: () => Served,
	{ url, left, quiet, key }: Pick<Monitoring, 'url' | 'left' | 'quiet' | 'key'>,
): void {
	const program = debianProgram('zabbix_js');
	if (program === undefined) return;
	const page = readPage('docs/recipes/monitoring-alerts.md');
	const script = page.sections.flatMap((section) => blocksOf(section, 'js')).join('\n');

	/** What Zabbix would show: the end of the script, or why it failed. */
	async function shown(address: string, given = key): Promise<string> {
		const file = join(served().host.n8nFolders[0] ?? '.', 'zabbix.js');
		await writeFile(file, script);
		const input = JSON.stringify({ url: address, key: given, ...zabbix('1', `script ${address}`) });
		const args = ['-s', file, '-p', input];
		const options = { cwd: program?.cwd ?? '.', env: process.env };
		const { exitCode, stdout, stderr } = await run(program?.path ?? '', args, options);
		return `${exitCode} ${stdout}${stderr}`;
	}

	test('posts what the recipe takes', async () => {
		expect(await shown(url('monitoring'))).toMatch(/^0 /);
		await come(() => left().length > 0);
		await quiet('monitoring');
		expect(left()).toEqual([[expect.any(String), 'ALERT: Unavailable by ICMP ping on mail']]);
	});

	test.each([
		['with another key', () => url('monitoring'), 'a-wrong-key', /^1 .*403/s],
		['at a workflow that is not published', () => url('monitoring-none'), undefined, /^1 .*404/s],
	])('fails %s, and says why', async (_, address, given, said) => {
		expect(await shown(address(), given)).toMatch(said);
		expect(left()).toEqual([]);
	});

	test.each([
		[200, /^0 /],
		[204, /^0 /],
		[403, /^1 .*403/s],
		[500, /^1 .*500/s],
	])('after an answer of %i', async (status, said) => {
		const server = await listening(
			createServer((_, answer) => void answer.writeHead(status).end()),
		);
		try {
			expect(await shown(`${server.url}/`)).toMatch(said);
		} finally {
			await server.close();
		}
	});
}
