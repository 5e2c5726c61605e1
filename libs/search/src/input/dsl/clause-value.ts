import { mappedName } from '../../document/search-field';
import type { NoteField } from '../binding/unmapped-fields';
import { refused, shown, type Clause } from './clause';

const FIELD_NAME = /^[A-Za-z0-9_.@-]{1,200}$/;

/**
 * The name of a field as the mapping has it. A name that the mapping does not have comes back as it is, is noted, and finds
 * nothing.
 * @throws {AppError} BAD_REQUEST for what can be no name
 */
export function fieldName(name: string, path: string, { noteField }: FieldScope): string {
  if (!FIELD_NAME.test(name)) {
    throw refused(path, `must be a field name of letters, digits and . _ @ - (1 to 200), got ${shown(name)}`);
  }
  const mapped = mappedName(name);
  noteField?.(mapped, path);
  return mapped;
}

/** `fuzziness`: AUTO, or so many edits; undefined where it is not given. */
export function readEdits(clause: Clause): 0 | 1 | 2 | 'auto' | undefined {
  const value = clause.raw('fuzziness');
  if (value === undefined) return undefined;
  const text = String(value).toUpperCase();
  if (text === 'AUTO') return 'auto';
  if (text === '0' || text === '1' || text === '2') return Number(text) as 0 | 1 | 2;
  throw refused(clause.at('fuzziness'), `must be AUTO, 0, 1 or 2, got ${shown(value)}`);
}

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

const OFFSET = /^[+-](0\d|1[0-4]):[0-5]\d$/;

function isKnown(zone: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }));
  } catch {
    return false;
  }
}

/** `time_zone` of a clause: an offset such as +02:00, or a name such as Europe/Berlin; UTC where there is none. */
export function readTimeZone(clause: Clause): string {
  const zone = clause.optionalText('time_zone') ?? 'UTC';
  if (zone === 'Z') return 'UTC';
  // Node 20 knows no offsets as names, later ones do.
  if (OFFSET.test(zone) || (/^[A-Za-z]/.test(zone) && zone.length <= 64 && isKnown(zone))) return zone;
  throw refused(
    clause.at('time_zone'),
    `must be an offset such as +02:00 or a name such as Europe/Berlin, got ${shown(zone)}`,
  );
}

/** The scope in which names in a parameter are read. */
export interface FieldScope {
  /** Epoch ms that `now` stands for. */
  readonly now: number;
  /** Called for each field that the parameter names. */
  readonly noteField?: NoteField | undefined;
}
