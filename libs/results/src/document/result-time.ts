/** The largest time that a JavaScript Date holds, in epoch ms. */
export const MAX_TIMESTAMP = 8.64e15;
/** March 1973 in ms. What is smaller was meant in seconds. */
const MIN_TIMESTAMP = 1e11;

/** What is wrong with the timestamp of a result or an observation (epoch ms), or undefined. */
export function timestampFault(value: unknown): string | undefined {
  if (!Number.isSafeInteger(value)) return `must be an integer, in epoch milliseconds`;
  const time = value as number;
  if (time < 0) return `must not be negative`;
  if (time < MIN_TIMESTAMP) return `looks like seconds; epoch milliseconds from 1e11 to 8.64e15 are allowed`;
  return time > MAX_TIMESTAMP ? `must be at most 8.64e15, the last time that there is` : undefined;
}
