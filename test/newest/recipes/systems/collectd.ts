import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { debianProgram } from '../../../../host/debian.ts';
import { start } from '../../../../host/process.ts';
import { ready, type Open } from './pasted.ts';

export const program = debianProgram('collectd');

/** Is told values, and has thresholds for them. */
export const openCollectd: Open = async ({ folder, pasted }) => {
	const { path = '', cwd = '', env = {} } = program ?? {};
	const at = (name: string) => join(folder, name);
	const settings = pasted.filter((code) => /^[A-Z]\w+ ./.test(code)).join('\n');
	await writeFile(
		at('collectd.conf'),
		`
BaseDir "${folder}"
PIDFile "${at('pid')}"
PluginDir "${join(cwd, 'usr/lib/collectd')}"
TypesDB "${join(cwd, 'usr/share/collectd/types.db')}"
LoadPlugin unixsock
LoadPlugin threshold
LoadPlugin write_http
<Plugin unixsock>
SocketFile "${at('socket')}"
</Plugin>
<Plugin threshold>
<Type "percent">
WarningMax 80
FailureMax 90
Persist true
PersistOK true
</Type>
</Plugin>
<Plugin write_http>
<Node "n8n">
${settings}
</Node>
</Plugin>
`,
	);
	const args = ['-f', '-C', at('collectd.conf')];
	const running = start(path, args, { cwd, env });
	await ready(running, () => existsSync(at('socket')));
	return {
		see: (value) =>
			new Promise((resolve, reject) => {
				const socket = connect(at('socket'));
				socket.on('error', reject).once('data', () => {
					socket.end();
					resolve();
				});
				socket.write(`PUTVAL "db1/disk/percent-used" N:${value}\n`);
			}),
		stop: running.stop,
	};
};
