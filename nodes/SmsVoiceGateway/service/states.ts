/** The states of a message that have been seen: in words, whether it stays in them, and whether it did not go out. */
export const STATES: Readonly<Record<string, { text: string; final: boolean; lost?: true }>> = {
	'-1': { text: 'Not found', final: true, lost: true },
	1: { text: 'Queued', final: false },
	2: { text: 'Sent', final: false },
	4: { text: 'Pending', final: false },
	5: { text: 'Failed', final: true, lost: true },
	6: { text: 'Delivered', final: true },
	7: { text: 'No response', final: false },
	8: { text: 'Rejected', final: true, lost: true },
	9: { text: "Sent to the destination's operator", final: false },
	10: { text: 'Partly sent', final: false },
	11: { text: 'Handed over, no ID from the operator', final: true },
	12: { text: 'Partly delivered', final: true },
	13: { text: 'No delivery report', final: true },
	20: { text: 'Held by the service', final: false, lost: true },
	52: { text: 'State not known', final: false, lost: true },
};
