import { refused, shown } from './dsl-fault';

/** `2`, `-1`, `75%`, `-25%`, and conditions on them: `3<75%`, `2<-25% 9<-3`. */
const SIMPLE = /^-?\d{1,6}%?$/;
const CONDITION = /^(\d{1,6})<(-?\d{1,6}%?)$/;
const EXPECTED = 'a whole number, a percentage, or conditions such as 3<75%';

function simple(spec: string, clauses: number): number {
  // Rounded towards zero, so that -25% of three leaves all three.
  const count = spec.endsWith('%') ? Math.trunc((clauses * Number(spec.slice(0, -1))) / 100) : Number(spec);
  return Math.max(0, spec.startsWith('-') ? clauses + count : count);
}

function conditional(conditions: readonly string[], clauses: number, path: string): number {
  let result = clauses;
  for (const condition of conditions) {
    const [, bound = '', spec = ''] = CONDITION.exec(condition) ?? [];
    if (!spec) throw refused(path, `must be ${EXPECTED}, got ${shown(condition)}`);
    if (clauses <= Number(bound)) return result;
    result = simple(spec, clauses);
  }
  return result;
}

/**
 * How many of so many clauses must match. More than there are is possible: then nothing matches.
 * @param spec as it was sent
 * @throws {AppError} BAD_REQUEST
 */
export function minimumShouldMatch(spec: unknown, clauses: number, path: string): number {
  const text = typeof spec === 'number' ? String(spec) : spec;
  if (typeof text !== 'string' || text.length > 100) throw refused(path, `must be ${EXPECTED}, got ${shown(spec)}`);
  const trimmed = text.trim().replace(/\s*<\s*/g, '<');
  if (SIMPLE.test(trimmed)) return simple(trimmed, clauses);
  return conditional(trimmed.split(/\s+/), clauses, path);
}
