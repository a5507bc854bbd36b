import { loop } from './loop.ts';
import { onOneN8n } from './stage.ts';
import { subWorkflow } from './subWorkflow.ts';
import { webhook } from './webhook.ts';

// The other ways to start a run, and to go on, are n8n's own matter: test/weekly/triggers.test.ts.
onOneN8n({ 'a webhook': webhook, 'a sub-workflow': subWorkflow, 'Loop Over Items': loop });
