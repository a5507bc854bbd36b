import { expect, test } from '@jest/globals';
import { isWatched } from '../../../host/show.ts';

test.each([
	['a desktop', { DISPLAY: ':0' }, true, 'linux', true],
	['a desktop with Wayland', { WAYLAND_DISPLAY: 'wayland-0' }, true, 'linux', true],
	['a Mac', {}, true, 'darwin', true],
	['a container without a display', {}, true, 'linux', false],
	['output into a file', { DISPLAY: ':0' }, false, 'linux', false],
	['a build server', { DISPLAY: ':0', CI: 'true' }, true, 'linux', false],
	['another machine, over SSH', { DISPLAY: ':0', SSH_CONNECTION: '1 2 3 4' }, true, 'linux', false],
] as const)('on %s', (_what, environment, isTerminal, platform, watched) => {
	expect(isWatched(environment, isTerminal, platform)).toBe(watched);
});
