import { errors } from '../newest/triggers/errors.ts';
import { merge } from '../newest/triggers/merge.ts';
import { onOneN8n } from '../newest/triggers/stage.ts';
import { schedule } from '../newest/triggers/schedule.ts';
import { stopped } from '../newest/triggers/stopped.ts';
import { wait } from '../newest/triggers/wait.ts';

onOneN8n({
	// First, because it takes longest.
	Wait: wait,
	'a schedule': schedule,
	Merge: merge,
	'an error workflow': errors,
	'a stopped sub-workflow': stopped,
});
