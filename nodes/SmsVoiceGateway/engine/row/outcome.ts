/**
 * How sending one item ended.
 * - `accepted`: the service took it.
 * - `dryRun`: checked, not sent, on the user's wish.
 * - `duplicate`: its unique key was used before, so it was not sent.
 * - `rejected`: the service, or our own check, refused it. It was not sent.
 * - `unknown`: it may have been sent.
 * - `notSent`: never tried, because an earlier one failed or the run was stopped.
 */
export type Outcome = 'accepted' | 'dryRun' | 'duplicate' | 'rejected' | 'unknown' | 'notSent';
