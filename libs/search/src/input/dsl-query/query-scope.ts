import type { BoundQuery } from '../../query/bound-query';
import { Clause, refused } from '../dsl/clause';
import { fieldName, type FieldScope } from '../dsl/clause-value';
import { QueryError } from '../language/query-error';

/** A clause and where it stands; the way down to the clauses below it. */
export interface QueryScope extends FieldScope {
  /** Reads a clause one level further down. @throws {AppError} BAD_REQUEST that names the clause and its path */
  read(value: unknown, path: string): BoundQuery;
  /** @throws {AppError} BAD_REQUEST where there are too many in the parameter */
  count(what: Counted, path: string, more?: number): void;
}

/** Parts of which a parameter has a limited number: clauses and words of texts; wildcards and the like; phrases of words in several orders. */
export type Counted = 'clause' | 'pattern' | 'phrase with a slop';

/** The reader of a clause: of its body, where it stands, and the scope. */
export type QueryReader = (body: unknown, path: string, scope: QueryScope) => BoundQuery;

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

/** Binds; a refusal of a binder names the path of the clause. */
export function inPlace<T>(path: string, bind: () => T): T {
  try {
    return bind();
  } catch (error) {
    throw error instanceof QueryError ? refused(path, error.message) : error;
  }
}
