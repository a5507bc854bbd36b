// Without imports: the inbox's page runs this very file, so that its ticks advance as the service's answers do.

/** How far a text has come. */
export type Stage = 'scheduled' | 'queued' | 'sent' | 'delivered' | 'failed';

/** A text that was accepted, as far as its delivery depends on it. */
export interface Posted {
	/** Acceptance, in milliseconds since 1970. */
	at: number;
	/** The instant it was scheduled for, if any. */
	scheduledFor?: number | undefined;
	destination: string;
}

/** Milliseconds at which it begins to move, is sent, and ends. */
export interface Times {
	starts: number;
	sent: number;
	ends: number;
}

interface Settings {
	sentAfter: number;
	deliveredAfter: number;
	failed: readonly string[];
	waitsForSchedule: boolean;
}

/** When a text does what. */
export function timesOf({ at, scheduledFor }: Posted, settings: Settings): Times {
	const waits = settings.waitsForSchedule && scheduledFor !== undefined;
	const starts = waits ? Math.max(at, scheduledFor) : at;
	const sent = starts + settings.sentAfter * 1000;
	return { starts, sent, ends: Math.max(sent, starts + settings.deliveredAfter * 1000) };
}

/** Where a text is at the instant `now`: the same for everyone who asks, and never backwards while the settings stay. */
export function stageOf(text: Posted, settings: Settings, now: number): Stage {
	const { starts, sent, ends } = timesOf(text, settings);
	if (now >= ends) return settings.failed.includes(text.destination) ? 'failed' : 'delivered';
	if (now >= sent) return 'sent';
	return now < starts ? 'scheduled' : 'queued';
}
