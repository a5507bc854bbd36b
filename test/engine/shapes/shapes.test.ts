import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

test('V8 keeps rows, results and items of all operations where it finds their members at once, rows in one shape', () => {
	const flags = ['--allow-natives-syntax', '--no-warnings'];
	const script = join(__dirname, 'asked.mjs');
	const { stdout, stderr } = spawnSync(process.execPath, [...flags, script], { encoding: 'utf8' });
	expect(stderr).toBe('');
	const { deleted, ...found } = JSON.parse(stdout) as Record<string, { rows: number }>;
	expect(deleted).toEqual({ slow: 1 });
	const all = { rows: 20, items: 20, shapes: 1, slow: 0 };
	expect(found).toEqual({
		send: all,
		sendBulk: all,
		sendAndWait: { ...all, rows: 1, items: 1 },
		getStatus: all,
		playVoiceFile: all,
		sendCode: all,
		getCredit: all,
	});
});
