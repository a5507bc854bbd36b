import open from 'open';

/** Whether somebody sits before this process, on a machine that can show a window. */
export function isWatched(
	environment: NodeJS.ProcessEnv = process.env,
	isTerminal: boolean = process.stdout.isTTY,
	platform: NodeJS.Platform = process.platform,
): boolean {
	if (!isTerminal || environment['CI'] || environment['SSH_CONNECTION']) return false;
	// Elsewhere there is always a desktop; on Linux, one says where it is.
	return platform !== 'linux' || Boolean(environment['DISPLAY'] || environment['WAYLAND_DISPLAY']);
}

/** Opens addresses in the person's own browser, where there is a person. Never fails: the addresses were printed, too. */
export async function showTo(...addresses: string[]): Promise<void> {
	if (!isWatched()) return;
	for (const address of addresses) {
		const browser = await open(address).catch(() => undefined);
		browser?.on('error', () => undefined);
	}
}
