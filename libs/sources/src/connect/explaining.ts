import type { Explanation, Reason } from '../reason';

/** The member of a connection that is to be changed, and how, by the reason of an error. */
export type Hints = Partial<Record<Reason, Pick<Explanation, 'field' | 'cure'>>>;

/** A source's own words for errors, each with its reason. @param words by the reason, with blanks between them */
export function reasonsByWord(words: Partial<Record<Reason, string>>): ReadonlyMap<string, Reason> {
  const pairs = Object.entries(words) as [Reason, string][];
  return new Map(pairs.flatMap(([reason, text]) => text.split(' ').map((word) => [word, reason] as const)));
}

const MOST_CAUSES = 10;

/** An error and what it came from, the outermost first. */
export function causesOf(error: unknown): unknown[] {
  const causes: unknown[] = [];
  for (let one = error; one !== undefined && one !== null && causes.length < MOST_CAUSES;) {
    causes.push(one);
    const { originalError, cause } = one as { readonly originalError?: unknown; readonly cause?: unknown };
    one = originalError ?? cause;
  }
  return causes;
}
