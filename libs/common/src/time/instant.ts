/** March 1973 in epoch ms: smaller values were probably meant in seconds. */
export const FIRST_INSTANT = 1e11;
/** The largest time that a JavaScript Date represents, in epoch ms. */
export const LAST_INSTANT = 8.64e15;

export const LOOKS_LIKE_SECONDS = 'looks like seconds; epoch milliseconds from 1e11 to 8.64e15 are allowed';

/** An instant (epoch ms) for sentences, to the minute: `2026-11-22 19:24 UTC`. Values outside the range of Date stay numbers. */
export function utcMinute(instant: number): string {
  const date = new Date(instant);
  return Number.isNaN(date.getTime())
    ? String(instant)
    : `${date
        .toISOString()
        .replace(/:[^:]*$/, '')
        .replace('T', ' ')} UTC`;
}

/** The error of a result's or observation's timestamp (epoch ms), or undefined. */
export function instantFault(value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return 'must be an integer, in epoch milliseconds';
  const time = value as number;
  if (time < 0) return 'must not be negative';
  if (time < FIRST_INSTANT) return LOOKS_LIKE_SECONDS;
  return time > LAST_INSTANT ? 'must be at most 8.64e15, the last time that there is' : undefined;
}
