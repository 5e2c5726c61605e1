import { valueField, type ValueField } from '../../document/search-field';
import { columnOf } from '../row/layout';
import { ELEMENT } from './condition';
import type { Parameters } from './parameters';

/** PostgreSQL's types of the kinds of value fields. */
export const COLUMN_TYPE = { keyword: 'text', number: 'float8', date: 'float8', boolean: 'boolean' } as const;

/** Facts of one field, as a list `v`, of the row called `alias`. */
export function keywordTermsOf(field: string, alias: string, parameters: Parameters): string {
  const prefix = parameters.add(`${field}=`, 'text');
  return `unnest(${alias}.kw) k (fact) cross join lateral (select substr(fact, length(${prefix}) + 1) collate "C") v (value)
     where starts_with(fact, ${prefix})`;
}

/** SQL of the one value of a number, a date or a boolean: its column, or where it has none what its keyword terms say. */
export function rowValue(field: string, kind: ValueField['kind'], alias: string, parameters: Parameters): string {
  const column = columnOf(field);
  if (column) return `${alias}.${column}`;
  return `(select v.value::${COLUMN_TYPE[kind]} from ${keywordTermsOf(field, alias, parameters)} order by 1 limit 1)`;
}

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
