import { readdirSync, readFileSync, writeFileSync } from 'node:fs';

/** The most memory a process has had at once since `begin` (Linux: resident set, VmHWM). */
export interface PeakMemory {
	begin(): void;
	/** In bytes; undefined where this system does not tell. */
	read(): number | undefined;
}

/** Watches a process that we, or a process of ours, started with these words in its command line. */
export function peakMemoryOf(commandLine: string): PeakMemory {
	let pid = process.platform === 'linux' ? find(commandLine) : undefined;
	return {
		begin() {
			try {
				// 5 brings the peak down to what the process has now (proc_pid_clear_refs(5)).
				if (pid !== undefined) writeFileSync(`/proc/${pid}/clear_refs`, '5');
			} catch {
				// Not allowed here, or n8n is gone.
				pid = undefined;
			}
		},
		read() {
			if (pid === undefined) return undefined;
			const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(readText(`/proc/${pid}/status`))?.[1];
			return kilobytes === undefined ? undefined : Number(kilobytes) * 1024;
		},
	};
}

const readText = (file: string): string => {
	try {
		return readFileSync(file, 'utf8');
	} catch {
		return '';
	}
};

const parentOf = (pid: number): number =>
	Number(/^PPid:\s+(\d+)$/m.exec(readText(`/proc/${pid}/status`))?.[1] ?? 0);

const isOurs = (pid: number): boolean => pid === process.pid || (pid > 1 && isOurs(parentOf(pid)));

function find(commandLine: string): number {
	const pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
	const matching = pids.filter(
		(pid) =>
			readText(`/proc/${pid}/cmdline`).replaceAll('\0', ' ').includes(commandLine) && isOurs(pid),
	);
	// host/keeper.ts has the same words, and is the parent.
	const found = matching.find((pid) => matching.includes(parentOf(pid)));
	if (found === undefined) throw new Error(`No process of ours runs ${commandLine}`);
	return found;
}
