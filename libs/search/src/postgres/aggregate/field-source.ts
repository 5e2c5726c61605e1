import { ELEMENT } from '../compile/condition';
import type { Parameters } from '../compile/parameters';
import { factsOf } from '../compile/leaf/value-leaf';
import { columnOf, valueField } from '../row/layout';

/** Whether a field is a column of documents (a number, a date, a boolean) and not a list of facts. */
export function isColumn(field: string): boolean {
  const kind = valueField(field)?.kind;
  return kind !== undefined && kind !== 'keyword';
}

/** SQL of the one value of such a field, as a double; null where it is missing, as on elements. */
export function numberOf(field: string, alias: string): string {
  if (!isColumn(field) || alias.startsWith(ELEMENT)) return 'null::float8';
  const column = `${alias}.${columnOf(field)}`;
  return valueField(field)?.kind === 'boolean' ? `${column}::int::float8` : `${column}::float8`;
}

/** A query of the field's values (`key`) of one row. */
export function valuesOf(field: string, alias: string, parameters: Parameters): string {
  const kind = valueField(field)?.kind;
  if (kind === undefined) return `select null::text as key where false`;
  if (kind === 'keyword') return `select v.value as key from ${factsOf(field, alias, parameters)}`;
  const value = numberOf(field, alias);
  return `select n.value as key from (select ${value} as value) n where n.value is not null`;
}
