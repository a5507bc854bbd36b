import { escalateUntilTaken } from './escalateUntilTaken.ts';
import { faultsOnServer } from './faults.ts';
import { WITH_EDITOR } from '../../host/settings.ts';
import { inOneServer, type Later, open, type Opened, type Served } from './n8n.ts';
import { retried } from './retried.ts';
import { schedule } from './schedule.ts';
import { server } from './server.ts';
import { workflows } from './workflows.ts';

/** All that neither ends its n8n nor needs settings: to start one costs more than any of them. */
const subjects: Record<string, (served: () => Served) => Later | void> = {
	// It looks at an n8n that has nothing but the examples.
	'n8n with this package': server,
	// It has what takes longest.
	'a list of people to ask': escalateUntilTaken,
	'an example': workflows,
	'a schedule': schedule,
	"n8n's Retry of a failed execution": retried,
	'a fault': faultsOnServer,
};

let opened: Opened;
let served: Served;

beforeAll(async () => {
	opened = await open(WITH_EDITOR);
	served = { ...opened, server: await opened.host.serve() };
});

afterAll(async () => {
	// Undefined where the beginning failed.
	await (opened as Opened | undefined)?.close();
});

inOneServer(subjects, () => served);
