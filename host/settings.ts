import { readFileSync, readdirSync, rmSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { nodeBinary } from './node.ts';

export interface Place {
	/** Where n8n is installed. */
	hostFolder: string;
	/** n8n makes its folder `.n8n` in here. */
	userFolder: string;
	encryptionKey: string;
	/** The only folder whose files workflows may read. */
	readableFolder: string;
	port: number;
	brokerPort: number;
	/** Further settings of n8n's; they win. */
	more?: Record<string, string>;
}

/** All that n8n can say, on its console and in its log file (`.n8n/logs/n8n.log`). */
export const DEBUG_LOG = { N8N_LOG_LEVEL: 'debug', N8N_LOG_OUTPUT: 'console,file' };

/** For whoever looks at n8n's editor, or at what n8n tells it: its settings, the node types. */
export const WITH_EDITOR = { N8N_DISABLE_UI: 'false' };

/** For whoever may run n8n's Code node: n8n 2 starts a process for it, and looks for Python, each time that it starts. */
export const WITH_CODE_NODE = { N8N_RUNNERS_MODE: 'internal' };

/** All that n8n gets of this process's environment: no proxies, no `NODE_ENV=test` of jest, no settings of another n8n. */
const PASSED_ON = [
	...['HOME', 'USER', 'LANG', 'LC_ALL', 'TMPDIR', 'TEMP', 'TMP', 'SystemRoot'],
	...['NODE_EXTRA_CA_CERTS', 'VSCODE_INSPECTOR_OPTIONS'],
];

/** n8n and its nodes are some 9,400 files; each state of the package adds what n8n loads of it, 150 files or so. */
const MOST_COMPILED = 20_000;

/**
 * Where Node keeps n8n's compiled code between its starts (`NODE_COMPILE_CACHE`): a start takes a third less. Node never
 * removes an entry, and each state of the package has new ones, so a full folder is emptied.
 */
function compiledFolder(hostFolder: string): string {
	const folder = join(hostFolder, '.compiled');
	try {
		if (readdirSync(folder, { recursive: true }).length > MOST_COMPILED)
			rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	} catch {
		// Not there yet, or being emptied by another process.
	}
	return folder;
}

/**
 * Node's options for n8n: what lets it find n8n's modules at once, and those of VS Code's debugger, where there is one that
 * follows this process (js-debug, auto attach).
 */
function nodeOptions(): string {
	const { VSCODE_INSPECTOR_OPTIONS: debugged, NODE_OPTIONS: own = '' } = process.env;
	const debugging = debugged === undefined ? '' : own;
	return `${debugging} --require "${resolve('host/module-paths.cjs').replaceAll('\\', '/')}"`.trim();
}

/** n8n's settings: everything on loopback and in the user folder, and no talk with the outside. */
export function settings({
	hostFolder,
	userFolder,
	encryptionKey,
	readableFolder,
	port,
	brokerPort,
	more = {},
}: Place): NodeJS.ProcessEnv {
	const passedOn = PASSED_ON.flatMap((name) =>
		process.env[name] === undefined ? [] : [[name, process.env[name]]],
	);
	return {
		...Object.fromEntries(passedOn),
		PATH: [dirname(nodeBinary()), process.env.PATH ?? ''].join(delimiter),
		NODE_COMPILE_CACHE: compiledFolder(hostFolder),
		NODE_OPTIONS: nodeOptions(),
		MODULE_PATHS_OF: hostFolder,
		N8N_USER_FOLDER: userFolder,
		N8N_ENCRYPTION_KEY: encryptionKey,
		N8N_RESTRICT_FILE_ACCESS_TO: readableFolder,
		DB_TYPE: 'sqlite',
		GENERIC_TIMEZONE: 'UTC',
		TZ: 'UTC',

		N8N_LISTEN_ADDRESS: '127.0.0.1',
		N8N_HOST: '127.0.0.1',
		N8N_PORT: String(port),
		N8N_RUNNERS_BROKER_LISTEN_ADDRESS: '127.0.0.1',
		N8N_RUNNERS_BROKER_PORT: String(brokerPort),
		// The cookie of a login is otherwise sent over HTTPS only.
		N8N_SECURE_COOKIE: 'false',

		// n8n writes its editor anew at each start: 10 s of processor time for one, instead of 6.
		N8N_DISABLE_UI: 'true',
		// A quarter as much again, for the Code node alone. Of a process that others start, n8n wants to know a secret.
		N8N_RUNNERS_MODE: 'external',
		N8N_RUNNERS_AUTH_TOKEN: encryptionKey,
		// It asks its database every two seconds whether it is there, and where an answer takes five, as on a busy machine, it
		// answers nobody any more.
		DB_PING_INTERVAL_SECONDS: '3600',
		N8N_DIAGNOSTICS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_ENABLED: 'false',
		N8N_VERSION_NOTIFICATIONS_WHATS_NEW_ENABLED: 'false',
		N8N_DYNAMIC_BANNERS_ENABLED: 'false',
		N8N_HIRING_BANNER_ENABLED: 'false',
		N8N_TEMPLATES_ENABLED: 'false',
		N8N_PERSONALIZATION_ENABLED: 'false',
		N8N_LICENSE_AUTO_RENEW_ENABLED: 'false',
		// The list of verified community nodes is fetched from n8n; installed packages work without it.
		N8N_VERIFIED_PACKAGES_ENABLED: 'false',
		N8N_REINSTALL_MISSING_PACKAGES: 'false',
		// n8n asks npm for newer versions of the package whenever its list is shown, for a minute where there is no registry.
		npm_config_offline: 'true',
		// It fetches a list from n8n's makers.
		N8N_DISABLED_MODULES: 'mcp-registry',
		...more,
	};
}

/** The names of the modules that this n8n has: it refuses to start with that of another. */
export function modulesOf(hostFolder: string): string[] {
	const list = 'node_modules/@n8n/backend-common/dist/modules/modules.config.js';
	const [, names = ''] =
		/MODULE_NAMES = \[([^\]]*)\]/.exec(readFileSync(join(hostFolder, list), 'utf8')) ?? [];
	return names.match(/[\w-]+/g) ?? [];
}
