import type { IExecuteFunctions } from 'n8n-workflow';

import { InputProblem } from '../values/inputProblem';
import { CREDENTIAL } from '../wire/exchange';
import { targetOf } from '../wire/target';
import type { Target } from '../wire/target';
import { nodeOf } from './caller';
import type { Context } from './caller';
import { givesFailedItems } from './finish/fail';
import { rowProblemOf } from './row/problem';
import type { Inputs } from './reading/inputs';
import { linkOf } from './asking/link';
import type { Link } from './asking/link';
import { Pace } from './delivery/pace';
import { loginOf } from './delivery/login';
import type { Login } from './delivery/login';
import type { Operation } from './operation';
import { runOf } from './run';
import type { Run } from './run';
import { readSettings } from './reading/settings';
import type { Settings } from './reading/settings';

/** One try of a run: what its rows have in common. */
export interface Attempt {
	context: Context;
	/** What n8n gives over all items; undefined where its routing hands them over one by one. */
	overItems?: IExecuteFunctions;
	inputs: Inputs;
	operation: Operation;
	run: Run;
	login: Login;
	settings: Settings;
	/** When the next request may leave. */
	pace: Pace;
	/** Or what is wrong for all rows: with the credential, or with an option that holds for all. */
	target: Target | InputProblem;
	/** Whether a failure lets the others leave all the same. */
	goesOn: boolean;
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
export async function openAttempt(
	context: Context,
	operation: Operation,
	inputs: Inputs,
	overItems?: IExecuteFunctions,
): Promise<Attempt> {
	const login = loginOf(await context.getCredentials(CREDENTIAL));
	const settings = readSettings(context, operation, inputs, overItems === undefined);
	const target = targetOf(nodeOf(context), operation.endpoint, login.credentials);
	const link = operation.asks ? linkOf(inputs, overItems) : undefined;
	const missing = link instanceof InputProblem ? link : undefined;
	const problem = rowProblemOf(settings.problems);
	const wrong =
		problem === undefined ? undefined : new InputProblem(problem.message, problem.advice);
	return {
		context,
		inputs,
		operation,
		run: runOf(context),
		login,
		settings,
		pace: new Pace(settings.speed.batchInterval),
		target: target instanceof InputProblem ? target : (login.problem ?? missing ?? wrong ?? target),
		goesOn: givesFailedItems(context),
		failed: false,
		...(overItems === undefined ? {} : { overItems }),
		...(link === undefined || link instanceof InputProblem ? {} : { link }),
	};
}
