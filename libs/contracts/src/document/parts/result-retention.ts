import { parseDuration, type Duration } from '@app/common';

/** Retention of results: by age, or the newest n. */
export type ResultRetention = { readonly age: Duration } | { readonly count: number };

/** Reads `extension.resultRetention`: an ISO 8601 duration or a count of at least 1 (a number, or a string of digits). */
export function parseResultRetention(value: unknown): ResultRetention | { readonly message: string } {
  const count = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof count === 'number') {
    const valid = Number.isSafeInteger(count) && count >= 1;
    return valid ? { count } : { message: 'must be a whole number of at least 1' };
  }
  const parsed = typeof value === 'string' ? parseDuration(value) : undefined;
  if (parsed?.ok) return { age: parsed.duration };
  const reason = parsed ? `: ${parsed.message}` : '';
  return { message: `must be an ISO 8601 duration such as "P90D" or a count of results such as 1000${reason}` };
}
