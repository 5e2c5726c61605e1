import { QueryError } from '../language/query-error';
import { afterSteps, instantAt } from './date-math';

/** The instants that a text stands for, first and last, in epoch ms: `2024-01` is a whole month. */
export interface Instants {
  readonly first: number;
  readonly last: number;
}

export interface Clock {
  /** Epoch ms that `now` stands for. */
  readonly now: number;
  /** In which texts without one are read, and in which days begin: an offset such as +02:00, or an IANA name. UTC. */
  readonly timeZone?: string;
}

const NOW = /^now((?:[+-]\d{1,9}[yMwdhHms]|\/[yMwdhHms])*)$/;
const ANCHORED = /^([^|]+)\|\|((?:[+-]\d{1,9}[yMwdhHms]|\/[yMwdhHms])*)$/;
const ISO =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:T(\d{2})(?::?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)?)?(Z|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;
const EPOCH = /^-?\d{1,16}$/;

/** The reach of JavaScript's dates: 8.64e15 ms to both sides of 1970. */
const FARTHEST = 8.64e15;

/**
 * Epoch milliseconds (four digits are a year), ISO 8601 down to any unit, `now` or a date and `||`, and date math behind
 * either: `now-7d/d`, `2024-01-01||+1M/d`.
 * @throws {QueryError}
 */
export function readInstants(text: string, { now, timeZone = 'UTC' }: Clock): Instants {
  const [isNow, steps = ''] = NOW.exec(text) ?? [];
  const [isAnchored, anchor = '', anchoredSteps = ''] = ANCHORED.exec(text) ?? [];
  const start = isNow ? { first: now, last: now } : plainInstants(isAnchored ? anchor : text, timeZone);
  if (!start) throw notAnInstant(text);
  const math = isNow ? steps : anchoredSteps;
  const first = afterSteps(start.first, math, timeZone, false) ?? NaN;
  const last = afterSteps(start.last, math, timeZone, true) ?? NaN;
  if (Math.abs(first) <= FARTHEST && Math.abs(last) <= FARTHEST) return { first, last };
  throw notAnInstant(text);
}

function plainInstants(text: string, zone: string): Instants | undefined {
  const iso = ISO.exec(text);
  if (iso) return isoInstants(iso, zone);
  const epoch = EPOCH.test(text) ? Number(text) : NaN;
  return Math.abs(epoch) <= FARTHEST ? { first: epoch, last: epoch } : undefined;
}

function isoInstants(match: RegExpExecArray, zone: string): Instants | undefined {
  const [, year, month, day, hour, minute, second, fraction, offset] = match;
  const low = clockOf(
    [year, month ?? '01', day ?? '01', hour ?? '00', minute ?? '00', second ?? '00'],
    fraction ?? '000',
  );
  if (low === undefined) return undefined;
  const lastDay = new Date(Date.UTC(Number(year), Number(month ?? '12'), 0)).getUTCDate();
  const high = clockOf(
    [year, month ?? '12', day ?? String(lastDay), hour ?? '23', minute ?? '59', second ?? '59'],
    fraction ?? '999',
  );
  if (high === undefined) return undefined;
  const at = (clock: number) => instantAt(offset === undefined ? zone : fullOffset(offset), clock);
  return { first: at(low), last: at(high) };
}

const fullOffset = (offset: string): string => (/^[+-]\d{2}$/.test(offset) ? `${offset}:00` : offset);

/** The parts as ms, as if they were UTC; undefined where there is no such day or time. */
function clockOf(parts: readonly (string | undefined)[], fraction: string): number | undefined {
  const [year = 0, month = 1, day = 1, hour = 0, minute = 0, second = 0] = parts.map(Number);
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  date.setUTCHours(hour, minute, second, Number(fraction.slice(0, 3).padEnd(3, '0')));
  const said = [
    date.getUTCMonth() + 1,
    date.getUTCDate(),
    date.getUTCHours(),
    date.getUTCMinutes(),
    date.getUTCSeconds(),
  ];
  const isReal = [month, day, hour, minute, second].every((value, index) => value === said[index]);
  return isReal ? date.getTime() : undefined;
}

function notAnInstant(text: string): QueryError {
  const shown = text.length > 40 ? `${text.slice(0, 40)}…` : text;
  return new QueryError(
    `'${shown}' is no date: allowed are epoch milliseconds, ISO 8601 such as 2024-01-31T10:00:00Z, and now-7d/d`,
  );
}
