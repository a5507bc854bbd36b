import { startSandbox } from './index.ts';

const sandbox = await startSandbox({ port: Number(process.env['SANDBOX_PORT'] ?? 0) });

console.log(`The sandbox listens on ${sandbox.url}; nothing leaves this machine.

  SMS base address    ${sandbox.url}
  Call base address   ${sandbox.url}
  User name           ${sandbox.username}
  Password            ${sandbox.password}

  What it received    curl ${sandbox.url}/_sandbox/requests
  What it accepted    curl ${sandbox.url}/_sandbox/messages
  Everything else     curl ${sandbox.url}/_sandbox

End it with Ctrl+C.`);

for (const signal of ['SIGINT', 'SIGTERM'] as const)
	process.once(signal, () => void sandbox.close());
