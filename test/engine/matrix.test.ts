import { suitesOf } from './stage/suites.ts';

suitesOf('matrix');
