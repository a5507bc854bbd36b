// Read before n8n (`node --import`): its clock goes on from where a file says, and what waits for n8n's schedules with it.
import { readFileSync, writeFileSync } from 'node:fs';

const file = process.env.CLOCK_FILE;
const Real = Date;
const realNow = Real.now.bind(Real);
const { setTimeout: wait, clearTimeout: stopWaiting } = globalThis;

let set;
let ahead = 0;
/** What waits for a schedule: where a real timer would wait for as long as is really left. */
const scheduled = new Set();

Real.now = () => realNow() + ahead;
globalThis.Date = new Proxy(Real, {
	apply: () => new Real(Real.now()).toString(),
	construct: (_, args, made) =>
		Reflect.construct(Real, args.length > 0 ? args : [Real.now()], made === Date ? Real : made),
});

const ofCron = () => /[\\/]cron[\\/]dist[\\/]job\.js/.test(String(new Error().stack));
const setTimeout = (run, delay, ...args) => {
	if (!ofCron()) return wait(run, delay, ...args);
	const timer = { due: Real.now() + delay, run };
	scheduled.add(timer);
	return timer;
};
globalThis.setTimeout = Object.defineProperties(setTimeout, Object.getOwnPropertyDescriptors(wait));
globalThis.clearTimeout = (timer) => scheduled.delete(timer) || stopWaiting(timer);

/** Takes the file's moment, begins what is due by then, and says that it has. */
function look() {
	const said = readFileSync(file, 'utf8');
	if (said !== '' && said !== set) {
		set = said;
		ahead = Real.parse(said) - realNow();
	}
	for (const timer of scheduled) {
		if (timer.due > Real.now()) continue;
		scheduled.delete(timer);
		timer.run();
	}
	writeFileSync(`${file}.done`, set);
}

look();
setInterval(look, 10);
