import type { Sandbox } from './index.ts';
import { MOVING, startSandbox } from './index.ts';

/** The port from the environment, 0 for any free one; undefined where it is none. */
function portFrom(text: string): number | undefined {
	const port = Number(text);
	return /^\d+$/.test(text) && port <= 65_535 ? port : undefined;
}

/** Says why the sandbox does not start. The process ends by itself: nothing keeps it. */
function giveUp(words: string): void {
	console.error(words);
	process.exitCode = 1;
}

function welcome({ url, username, password }: Sandbox): void {
	console.log(`The sandbox listens on ${url}; nothing leaves this machine.

  The inbox           ${url}   open it in a browser

  SMS base address    ${url}
  Call base address   ${url}
  User name           ${username}
  Password            ${password}

  What it received    curl ${url}/_sandbox/requests
  What it accepted    curl ${url}/_sandbox/messages
  Everything else     curl ${url}/_sandbox

End it with Ctrl+C.`);
}

async function main(): Promise<void> {
	const asked = process.env['SANDBOX_PORT']?.trim() || '0';
	const port = portFrom(asked);
	if (port === undefined)
		return giveUp(`SANDBOX_PORT is "${asked}", which is no port: use a number from 0 to 65535.`);
	try {
		const sandbox = await startSandbox({ port, delivery: MOVING });
		welcome(sandbox);
		for (const signal of ['SIGINT', 'SIGTERM'] as const)
			process.once(signal, () => void sandbox.close());
	} catch (error) {
		const { code, message } = error as NodeJS.ErrnoException;
		if (code === 'EADDRINUSE') return giveUp(`Port ${port} is taken: set SANDBOX_PORT to another.`);
		if (code === 'EACCES') return giveUp(`Port ${port} may not be opened: use one above 1023.`);
		giveUp(`The sandbox did not start: ${message}`);
	}
}

await main();
