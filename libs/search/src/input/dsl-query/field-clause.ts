import { Clause } from '../dsl/clause';
import { fieldName } from '../dsl/field-name';
import type { FieldScope } from './query-scope';

export interface FieldClause {
  readonly field: string;
  readonly clause: Clause;
}

/**
 * `{"<field>": value}` or `{"<field>": {"<key>": value, …}}`, read as the second form.
 * @param key where the short form's value belongs
 */
export function fieldClause(
  body: unknown,
  path: string,
  key: string,
  allowed: readonly string[],
  scope: FieldScope,
): FieldClause {
  const outer = Clause.of(body, path);
  const name = outer.single('one field');
  const field = fieldName(name, outer.at(name), scope);
  const value = outer.raw(name);
  const isLong = typeof value === 'object' && value !== null && !Array.isArray(value);
  const clause = isLong ? outer.child(name).only(key, ...allowed) : Clause.short(key, value, outer.at(name));
  clause.needed(key);
  return { field, clause };
}
