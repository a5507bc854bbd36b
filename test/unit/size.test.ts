import { runFolder } from '../suites.ts';

runFolder();
