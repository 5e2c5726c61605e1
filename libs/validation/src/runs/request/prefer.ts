/** Maximum time that a request waits for its run, in seconds. */
const LONGEST_WAIT = 60;

/**
 * Seconds to wait for a run, from `Prefer` (RFC 7240): `wait=<s>`, at most 60; `respond-async` alone is 0. Invalid
 * values are ignored.
 */
export function waitSeconds(prefer: string | undefined, fallback: number): number {
  const preferences = (prefer ?? '').split(',').map((part) => part.split(';')[0]!.trim().toLowerCase());
  for (const preference of preferences) {
    const [, seconds] = /^wait\s*=\s*"?(\d{1,9})"?$/.exec(preference) ?? [];
    if (seconds !== undefined) return Math.min(Number(seconds), LONGEST_WAIT);
  }
  return preferences.includes('respond-async') ? 0 : fallback;
}
