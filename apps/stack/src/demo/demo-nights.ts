export const DAY_MS = 86_400_000;
/** Half past two. */
const NIGHTLY_MS = 9_000_000;

export const HISTORY_DAYS = 30;

/** The nightly check of the day of that time, in UTC. */
export const nightOf = (now: number): number => now - (now % DAY_MS) + NIGHTLY_MS;
