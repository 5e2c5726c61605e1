import { QuerySyntaxError } from './query-syntax-error';
import type { RangeEnd } from './syntax-tree';

/** `>=10`, `>10`, `<10`, `<=10` behind a field. @throws {QuerySyntaxError} where no value follows */
export function readComparison(text: string, at: number): { from?: RangeEnd; to?: RangeEnd } {
  const [, sign, equal, value = ''] = /^([<>])(=?)([^]*)$/.exec(text) ?? [];
  if (value === '') throw new QuerySyntaxError(`no value stands behind ${text}`, at);
  const end = { value, inclusive: equal === '=' };
  return sign === '>' ? { from: end } : { to: end };
}
