import { inOneEditor } from './editor.ts';
import { run } from './run.ts';

// How the panel draws each field, and what the documentation lets one paste: test/weekly/editor.test.ts.
inOneEditor({ 'a run': run });
