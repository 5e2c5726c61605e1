import { fieldOf } from '../../document/search-field';
import type { BoundQuery, RangeEnd } from '../../query/bound-query';
import { bindRange } from '../binding/bind-field';
import { Clause, refused, shown } from '../dsl/clause';
import { fieldName, readTimeZone } from '../dsl/clause-value';
import { inPlace, type QueryScope } from './query-scope';

/** Dates are read in all of these forms, whichever is named; only seconds have to be asked for. */
const FORMATS = [
  'strict_date_optional_time',
  'strict_date_optional_time_nanos',
  'date_optional_time',
  'strict_date',
  'date',
  'strict_date_time',
  'date_time',
  'yyyy-MM-dd',
  'yyyy-MM',
  'yyyy',
  "yyyy-MM-dd'T'HH:mm:ss",
  'epoch_millis',
  'epoch_second',
];

function countsSeconds(clause: Clause): boolean {
  const formats = (clause.optionalText('format') ?? 'epoch_millis').split('||');
  const unknown = formats.find((format) => !FORMATS.includes(format));
  if (unknown !== undefined) {
    throw refused(
      clause.at('format'),
      `must be one of ${FORMATS.join(', ')}, or several with ||, got ${shown(unknown)}`,
    );
  }
  return formats.includes('epoch_second') && !formats.includes('epoch_millis');
}

function readValue(clause: Clause, key: string, seconds: boolean): string | number {
  const value = clause.raw(key);
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw refused(clause.at(key), `must be a text or a number, got ${shown(value)}`);
  }
  const number = typeof value === 'number' ? value : /^-?\d{1,12}$/.test(value) ? Number(value) : undefined;
  return seconds && number !== undefined ? number * 1_000 : value;
}

/** One of the two keys, or none; null is open. */
function readEnd(clause: Clause, exclusive: string, inclusive: string, seconds: boolean): RangeEnd | undefined {
  const given = [exclusive, inclusive].filter((key) => clause.has(key) && clause.raw(key) !== null);
  const [key, second] = given;
  if (second) throw refused(clause.at(second), `is given beside ${key}`);
  return key === undefined ? undefined : { value: readValue(clause, key, seconds), inclusive: key === inclusive };
}

export function readRange(body: unknown, path: string, scope: QueryScope): BoundQuery {
  const outer = Clause.of(body, path);
  const name = outer.single('one field');
  const field = fieldName(name, outer.at(name), scope);
  const clause = outer.child(name).only('gt', 'gte', 'lt', 'lte', 'format', 'time_zone', 'boost');
  const seconds = countsSeconds(clause) && fieldOf(field)?.kind === 'date';
  const from = readEnd(clause, 'gt', 'gte', seconds);
  const to = readEnd(clause, 'lt', 'lte', seconds);
  const clock = { now: scope.now, timeZone: readTimeZone(clause) };
  return inPlace(clause.path, () => bindRange(field, { from, to }, clock, clause.boost()));
}
