import { inOneEditor } from './editor.ts';
import { run } from './run.ts';

// How the panel draws each field and each recipe: test/weekly/editor.test.ts.
inOneEditor({ 'a run': run });
