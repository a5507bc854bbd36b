import { errors } from '../newest/triggers/errors.ts';
import { merge } from '../newest/triggers/merge.ts';
import { nodeSettings } from '../newest/triggers/nodeSettings.ts';
import { onOneN8n } from '../newest/triggers/oneN8n.ts';
import { schedule } from '../newest/triggers/schedule.ts';
import { stopped } from '../newest/triggers/stopped.ts';
import { wait } from '../newest/triggers/wait.ts';

onOneN8n({
	// First, because it takes longest.
	Wait: wait,
	'a schedule': schedule,
	Merge: merge,
	"a node's settings": nodeSettings,
	'an error workflow': errors,
	'a stopped sub-workflow': stopped,
});
