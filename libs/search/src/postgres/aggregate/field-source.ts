import { ELEMENT } from '../compile/condition';
import type { Parameters } from '../compile/parameters';
import { keywordTermsOf, rowValue } from '../compile/row-value';
import { valueField } from '../../document/search-field';

/** Whether a field is a single value of documents (a number, a date, a boolean) and not a list of keywords. */
export function isColumn(field: string): boolean {
  const kind = valueField(field)?.kind;
  return kind !== undefined && kind !== 'keyword';
}

/** SQL of the one value of such a field, as a double; null where it is missing, as on elements. */
export function numberOf(field: string, alias: string, parameters: Parameters): string {
  const kind = valueField(field)?.kind;
  if (!kind || !isColumn(field) || alias.startsWith(ELEMENT)) return 'null::float8';
  const value = rowValue(field, kind, alias, parameters);
  return kind === 'boolean' ? `${value}::int::float8` : `${value}::float8`;
}

/** A query of the field's values (`key`) of one row. */
export function valuesOf(field: string, alias: string, parameters: Parameters): string {
  const kind = valueField(field)?.kind;
  if (kind === undefined) return `select null::text as key where false`;
  if (kind === 'keyword') return `select v.value as key from ${keywordTermsOf(field, alias, parameters)}`;
  const value = numberOf(field, alias, parameters);
  return `select n.value as key from (select ${value} as value) n where n.value is not null`;
}
