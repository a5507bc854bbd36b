import type { IExecuteFunctions } from 'n8n-workflow';

import { hostOf } from '../host/host';
import type { Context, Host } from '../host/host';
import { InputProblem } from '../values/inputProblem';
import { CREDENTIAL } from '../wire/exchange';
import { targetOf } from '../wire/target';
import type { Target } from '../wire/target';
import { rowProblemOf } from './row/problem';
import type { Inputs } from './reading/inputs';
import { linkOf } from './asking/link';
import type { Link } from './asking/link';
import { RateLimiter } from './delivery/rateLimiter';
import { loginOf } from './delivery/login';
import type { Login } from './delivery/login';
import type { Operation } from './operation';
import { runMemoryOf } from './runMemory';
import type { RunMemory } from './runMemory';
import { readSettings } from './reading/settings';
import type { Settings } from './reading/settings';

/** One try of a run: what its rows have in common. */
export interface RunContext {
	context: Context;
	host: Host;
	/** What n8n gives over all items; undefined where its routing hands them over one by one. */
	overItems?: IExecuteFunctions;
	inputs: Inputs;
	operation: Operation;
	memory: RunMemory;
	login: Login;
	settings: Settings;
	/** When the next request may leave. */
	rateLimiter: RateLimiter;
	/** Or what is wrong for all rows: with the credential, or with an option that holds for all. */
	target: Target | InputProblem;
	/** Whether a failure lets the others leave all the same. */
	continueOnFail: boolean;
	/** The credit there was before anything left, where it was asked for and told. */
	credit?: string | number;
	/** How many empty rows at the end of the input were left out. */
	emptyRows?: number;
	/** How many numbers look as if a sheet had dropped their zero. */
	lostZeros?: number;
	/** Set by the first failure: in stop mode nothing is sent any more. */
	failed: boolean;
	/** Where the operation asks: the link to the page that its text ends with. */
	link?: Link;
}

/** Opens a try. Throws where n8n can't give the credential. */
export async function openRunContext(
	context: Context,
	operation: Operation,
	inputs: Inputs,
	overItems?: IExecuteFunctions,
): Promise<RunContext> {
	const host = hostOf(context);
	const login = loginOf(await context.getCredentials(CREDENTIAL));
	const settings = readSettings(context, operation, inputs, overItems === undefined);
	const target = targetOf(host.node, operation.endpoint, login.credentials);
	const link = operation.asks ? linkOf(inputs, overItems) : undefined;
	const missing = link instanceof InputProblem ? link : undefined;
	const problem = rowProblemOf(settings.problems);
	const wrong =
		problem === undefined ? undefined : new InputProblem(problem.message, problem.advice);
	return {
		context,
		host,
		inputs,
		operation,
		memory: runMemoryOf(context),
		login,
		settings,
		rateLimiter: new RateLimiter(settings.speed.batchInterval),
		target: target instanceof InputProblem ? target : (login.problem ?? missing ?? wrong ?? target),
		continueOnFail: host.continueOnFail,
		failed: false,
		...(overItems === undefined ? {} : { overItems }),
		...(link === undefined || link instanceof InputProblem ? {} : { link }),
	};
}
