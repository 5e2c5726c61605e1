import { foldText, keywordForm } from '../../analysis/text-form';
import type { BoundQuery, RangeQuery } from '../../query/bound-query';
import { BindingError } from './binding-error';
import { bindExists, readNumber } from './bind-term';
import { NONE } from '../../query/build-query';
import { fieldOf } from '../../document/search-field';
import { readInstants } from './instant-text';
import type { Clock } from './instant-text';

export interface WrittenEnd {
  readonly value: string | number;
  readonly inclusive: boolean;
}

export interface WrittenRange {
  readonly from?: WrittenEnd | undefined;
  readonly to?: WrittenEnd | undefined;
}

type End = NonNullable<RangeQuery['from']>;

/**
 * What lies between two ends; without any, what has the field. Numbers and dates are compared as such, keywords and the tokens
 * of texts by code point. A date that names a day or a month begins with its first ms and ends with its last:
 * `> 2024-01` begins in February.
 * @throws {BindingError} for text where a number or a date is due
 */
export function bindRange(field: string, { from, to }: WrittenRange, clock: Clock, boost = 1): BoundQuery {
  const mapped = fieldOf(field);
  if (!mapped) return NONE;
  if (mapped.kind === 'boolean') throw new BindingError(`${field} is true or false: it has no ranges`);
  if (!from && !to) return bindExists(field, boost);
  const read = (end: WrittenEnd | undefined, side: 'from' | 'to') =>
    end && readEnd(field, mapped.kind, end, side, clock);
  const [low, high] = [read(from, 'from'), read(to, 'to')];
  return { kind: 'range', field, ...(low && { from: low }), ...(high && { to: high }), boost };
}

type Kind = NonNullable<ReturnType<typeof fieldOf>>['kind'];

function readEnd(field: string, kind: Kind, { value, inclusive }: WrittenEnd, side: 'from' | 'to', clock: Clock): End {
  if (kind === 'number') return { value: readNumber(value, field), inclusive };
  if (kind === 'keyword') return { value: keywordForm(String(value)), inclusive };
  if (kind !== 'date') return { value: foldText(String(value)), inclusive };
  const { first, last } = typeof value === 'number' ? exactly(value) : readInstants(value, clock);
  return { value: (side === 'from') === inclusive ? first : last, inclusive };
}

const exactly = (instant: number) => ({ first: instant, last: instant });
