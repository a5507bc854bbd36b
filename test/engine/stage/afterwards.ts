import { afterEach } from '@jest/globals';

type CleanUp = () => unknown;

/** Gives a function that takes what is to be done after the test, in order. */
export function afterwards(): (cleanUp: CleanUp) => void {
	const cleanUps: CleanUp[] = [];
	afterEach(async () => {
		for (const cleanUp of cleanUps.splice(0)) await cleanUp();
	});
	return (cleanUp) => void cleanUps.push(cleanUp);
}
