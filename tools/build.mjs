// `npm run build`: compiles what is shipped and copies its icons and codex to dist/.
import { rmSync } from 'node:fs';

import { projectEnvironment, run } from './setup.mjs';

rmSync('dist', { recursive: true, force: true });
// A debugger finds the sources from whatever folder n8n has the package in.
const debugging = process.env.VSCODE_INSPECTOR_OPTIONS !== undefined;
const maps = ['--inlineSourceMap', '--inlineSources', '--sourceRoot', process.cwd()];
const args = ['-p', 'tsconfig.build.json', ...(debugging ? maps : [])];
await run('tsc', args, projectEnvironment());
await run('gulp', ['--silent', 'assets'], projectEnvironment());
