import { hostOf, isOneByOne, type Context } from '../host/host';
import { InputProblem } from '../values/inputProblem';
import { CREDENTIAL } from '../wire/exchange';
import { targetOf } from '../wire/target';
import { keptOf } from '../keys/executionMemory';
import { linkOf } from './asking';
import { rateLimiterOf } from './rateLimiter';
import type { Operation } from '../row/operation';
import { inputsOf } from '../reading/inputs';
import { readSettings } from '../reading/settings';
import { rowProblemOf } from '../row/result';
import { loginOf, type RunContext, runMemoryOf } from './runContext';

/** Opens a try. Throws where n8n can't give the credential. */
export async function openRun(context: Context, operation: Operation): Promise<RunContext> {
	const host = hostOf(context);
	const inputs = inputsOf(context);
	const login = loginOf(await context.getCredentials(CREDENTIAL));
	const memory = runMemoryOf(context);
	const settings = readSettings(context, operation, inputs, login.numberFormat);
	// A node's data last over the rounds of a loop.
	const place = host.isTool || isOneByOne(context) ? memory : keptOf(context);
	const target = targetOf(host.node, operation.endpoint, login.credentials);
	const link = operation.asks ? linkOf(inputs.items, context) : undefined;
	const problem = rowProblemOf(settings.problems);
	const wrong = problem && new InputProblem(problem.message, problem.advice);
	const isProblem = (one: unknown) => one instanceof InputProblem;
	return {
		context,
		host,
		inputs,
		operation,
		memory,
		login,
		settings,
		rateLimiter: rateLimiterOf(place, settings.speed.batchInterval),
		target: [target, login.problem, link, wrong].find(isProblem) ?? target,
		continueOnFail: host.continueOnFail,
		forHint: {},
		link: link instanceof InputProblem ? undefined : link,
	};
}
