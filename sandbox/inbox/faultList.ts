import { signal } from '@preact/signals';
import type { FaultView } from '../api/inbox.ts';
import type { Fault } from '../faults/types.ts';
import { get, put } from './ask.ts';

/** The faults that are set, those used up too, with how often each has struck. */
export const faults = signal<FaultView[]>([]);

export async function loadFaults(): Promise<void> {
	faults.value = await get<FaultView[]>('/inbox/faults');
}

/** Changes the list as it is at this moment: what is left of a fault may have changed since it was shown. */
async function change(to: (list: Fault[]) => Fault[]): Promise<void> {
	await put('/faults', to(await get<Fault[]>('/faults')));
	await loadFaults();
}

export const addFaults = (more: Fault[]): Promise<void> => change((list) => [...list, ...more]);

const identity = ({ match, fault, times }: Fault): string =>
	JSON.stringify([match, fault, times === 0]);

/** Takes away the first that is like this one, however often it may still strike. */
export const removeFault = (fault: Fault): Promise<void> =>
	change((list) => {
		const index = list.findIndex((candidate) => identity(candidate) === identity(fault));
		return list.filter((_, place) => place !== index);
	});

export const removeAllFaults = (): Promise<void> => change(() => []);
