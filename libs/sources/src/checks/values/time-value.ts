import type { TimeKind } from '../../catalogue/kind';
import type { Dialect } from '../../sql/dialect';
import { exactly, firstNotBefore, type Instant, parseInstant, within } from '../times';
import { infinityOf, type Infinite } from './number-value';

export type TimeValue =
  | { readonly is: 'instant'; readonly at: Instant }
  /** A day as such, of no zone; a column with a time of day compares with its begin in UTC. */
  | { readonly is: 'day'; readonly day: string; readonly at: Instant }
  | { readonly is: 'infinite'; readonly text: Infinite };

const NEVER = '1 = 0';
const DAY = /^\d{4}-\d\d-\d\d$/;

/** @returns undefined where the text is no time */
export function parseTime(text: string, { infiniteTime }: Pick<Dialect, 'infiniteTime'>): TimeValue | undefined {
  const infinite = infiniteTime && infinityOf(text);
  if (infinite) return { is: 'infinite', text: infinite };
  const at = parseInstant(text);
  if (at === undefined) return undefined;
  const day = text.trim();
  return DAY.test(day) && within(at) ? { is: 'day', day, at } : { is: 'instant', at };
}

export function compareTimes(a: TimeValue, b: TimeValue): number {
  const [left, right] = [rankOf(a), rankOf(b)];
  if (left !== right) return left - right;
  const [first, second] = [instantOf(a), instantOf(b)];
  return first < second ? -1 : first > second ? 1 : 0;
}

const rankOf = (value: TimeValue): number => (value.is !== 'infinite' ? 0 : value.text === 'Infinity' ? 1 : -1);
const instantOf = (value: TimeValue): Instant => (value.is === 'infinite' ? 0n : value.at);

/** A column of days or times, as its comparisons are written. */
export interface TimeColumn {
  readonly x: string;
  readonly kind: TimeKind;
  readonly dialect: Dialect;
  /** IANA zone of values without one. */
  readonly zone: string;
}

/** The condition of values before another one; none of them is NULL, as of all of these. */
export function isEarlier(column: TimeColumn, value: TimeValue): string {
  const { x, kind, dialect } = column;
  if (value.is === 'infinite')
    return value.text === 'Infinity' ? `${x} < ${dialect.infiniteTime!(value.text, kind)}` : NEVER;
  if (value.is === 'day' && kind.is === 'date') return `${x} < ${dialect.moment(value.day, kind)}`;
  return isBefore(column, value.at);
}

export function isLater(column: TimeColumn, value: TimeValue): string {
  const { x, kind, dialect } = column;
  if (value.is === 'infinite')
    return value.text === 'Infinity' ? NEVER : `${x} > ${dialect.infiniteTime!(value.text, kind)}`;
  if (value.is === 'day' && kind.is === 'date') return `${x} > ${dialect.moment(value.day, kind)}`;
  return isNotBefore(column, value.at + 1n);
}

export function isBefore({ x, kind, dialect, zone }: TimeColumn, instant: Instant): string {
  const first = firstNotBefore(instant, kind, zone);
  return first === undefined ? `${x} IS NOT NULL` : `${x} < ${dialect.moment(first, kind)}`;
}

export function isNotBefore({ x, kind, dialect, zone }: TimeColumn, instant: Instant): string {
  const first = firstNotBefore(instant, kind, zone);
  return first === undefined ? NEVER : `${x} >= ${dialect.moment(first, kind)}`;
}

/** @returns undefined where no value of the column is equal */
export function isEqualTime({ x, kind, dialect, zone }: TimeColumn, value: TimeValue): string | undefined {
  if (value.is === 'infinite') return `${x} = ${dialect.infiniteTime!(value.text, kind)}`;
  const text = value.is === 'day' && kind.is === 'date' ? value.day : exactly(value.at, kind, zone);
  return text === undefined ? undefined : `${x} = ${dialect.moment(text, kind)}`;
}
