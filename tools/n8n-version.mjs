// Plain JavaScript without dependencies: it runs on a bare machine, before anything is installed.

/** Tells the host which n8n to work with; `host/version.ts` reads it. */
const VARIABLE = 'N8N_HOST_VERSION';

const OPTION = '--n8n';

const VALID = /^(\d+\.\d+\.\d+(-[0-9a-z.-]+)?|newest|oldest)$/i;

/**
 * Takes `--n8n <version>` or `--n8n=<version>` out of a command's arguments; `environment` is what it comes to. Throws
 * a RangeError where it is no version. `npm` is the environment in which npm leaves what was meant for the script.
 */
export function takeN8nVersion(given, npm = process.env) {
	if (npm.npm_config_n8n !== undefined) {
		// npm has kept it for itself: the tests would run on another n8n than was asked for.
		throw new RangeError(`Write -- before ${OPTION}: npm run test:e2e -- ${OPTION} <version>`);
	}
	const args = [];
	let version;
	for (let index = 0; index < given.length; index++) {
		const one = given[index];
		if (one === OPTION) version = given[++index] ?? '';
		else if (one.startsWith(`${OPTION}=`)) version = one.slice(OPTION.length + 1);
		else args.push(one);
	}
	if (version === undefined) return { args, environment: {} };
	if (VALID.test(version)) return { args, environment: { [VARIABLE]: version } };
	throw new RangeError(
		`"${version}" is not a version of n8n. Write it in full, such as ${OPTION} 2.40.7, or ${OPTION} newest or ${OPTION} oldest.`,
	);
}
