import { cp, mkdtemp, realpath, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';

/** What is large, or made by the tests themselves. */
const LEFT_OUT = ['node_modules', '.git', 'dist', 'test-results'];

/** Another checkout, for what changes sources or builds anew: other tests read the first one's at the same time. */
export async function otherCheckout(): Promise<{ folder: string; remove(): Promise<void> }> {
	const folder = await realpath(await mkdtemp(join(tmpdir(), 'sms-voice-gateway-checkout-')));
	await cp(process.cwd(), folder, {
		recursive: true,
		filter: (path) => !LEFT_OUT.includes(basename(path)),
	});
	await symlink(resolve('node_modules'), join(folder, 'node_modules'));
	const remove = () => rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
	return { folder, remove };
}
