import { inOneEditor } from './editor.ts';
import { run } from './run.ts';
import { steps } from './steps.ts';

// How the panel draws each field and each recipe: test/weekly/editor.test.ts.
inOneEditor({ 'a run': run, 'Execute step': steps });
