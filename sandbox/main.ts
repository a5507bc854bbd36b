import type { Sandbox } from './index.ts';
import { MOVING, startSandbox } from './index.ts';

const welcome = ({ url, username, password }: Sandbox): string =>
	`The sandbox listens on ${url}; nothing leaves this machine.

  The inbox           ${url}   open it in a browser

  SMS base address    ${url}
  Call base address   ${url}
  User name           ${username}
  Password            ${password}

  What it received    curl ${url}/_sandbox/requests
  What it accepted    curl ${url}/_sandbox/messages
  Everything else     curl ${url}/_sandbox

End it with Ctrl+C.`;

const asked = process.env['SANDBOX_PORT']?.trim() || '0';

/** What to do where the port is none to be had. */
const ADVICE: Record<string, string> = {
	EADDRINUSE: 'it is taken: set SANDBOX_PORT to another',
	EACCES: 'it may not be opened: use one above 1023',
	ERR_SOCKET_BAD_PORT: 'that is no port: use a number from 0 to 65535',
};

try {
	const sandbox = await startSandbox({ port: Number(asked), delivery: MOVING });
	console.log(welcome(sandbox));
	for (const signal of ['SIGINT', 'SIGTERM'] as const)
		process.once(signal, () => void sandbox.close());
} catch (error) {
	const { code = '', message } = error as NodeJS.ErrnoException;
	console.error(`The sandbox did not start on port "${asked}": ${ADVICE[code] ?? message}.`);
	process.exitCode = 1;
}
