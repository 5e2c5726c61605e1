import type { ValueField } from '../../document/search-mapping';
import { columnOf } from '../row/layout';
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
