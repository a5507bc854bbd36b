// `npm run build`: compiles what is shipped and copies its icons and codex to dist/.
import { rmSync } from 'node:fs';

import { projectEnvironment, run } from './setup.mjs';

rmSync('dist', { recursive: true, force: true });
await run('tsc', ['-p', 'tsconfig.build.json'], projectEnvironment());
await run('gulp', ['--silent', 'assets'], projectEnvironment());
