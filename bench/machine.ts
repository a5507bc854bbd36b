import { readFileSync } from 'node:fs';
import { cpus, totalmem } from 'node:os';
import { chosenVersion } from '../host/version.ts';

/** Where and with what it was measured. */
export interface Machine {
	date: string;
	processor: string;
	cores: number;
	memoryGB: number;
	node: string;
	n8n: string;
	package: string;
}

const versionIn = (file: string): { version: string } =>
	JSON.parse(readFileSync(file, 'utf8')) as ReturnType<typeof versionIn>;

export function machine(): Machine {
	const processors = cpus();
	return {
		date: new Date().toISOString().slice(0, 10),
		processor: processors[0]?.model.trim() ?? 'unknown',
		cores: processors.length,
		memoryGB: Math.round(totalmem() / 1e9),
		node: process.versions.node,
		n8n: chosenVersion(),
		package: versionIn('package.json').version,
	};
}
