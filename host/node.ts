import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The Node that runs n8n: this very one, which has to be new enough. */
export function nodeBinary(): string {
	if (Number(process.versions.node.split('.')[0]) >= 24) return process.execPath;
	throw new Error(
		`n8n needs Node 24, this is ${process.version}. Start it through npm (npm start, npm test): the devDependency "node" brings Node 24.`,
	);
}

/** The folder with Node's C++ headers, where there are such: with it a native module is built without the network. */
export function nodeHeaders(): string | undefined {
	const near = dirname(dirname(nodeBinary()));
	const platform = `node-${process.platform}-${process.arch}`;
	return [near, join(near, 'node_modules', platform), join(dirname(near), platform)].find(
		(folder) => existsSync(join(folder, 'include', 'node', 'node.h')),
	);
}
