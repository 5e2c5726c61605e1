import type { BoundQuery } from '../../query/bound-query';
import { Clause, refused } from '../dsl/clause';
import { fieldName } from '../dsl/clause-value';
import type { FieldScope } from '../dsl/clause-value';
import { QueryError } from '../language/query-error';

/** Maximum nesting depth of queries. */
const MOST_DEPTH = 20;
/** Most clauses of one parameter, words of its texts included. */
const MOST_CLAUSES = 1_024;
/** Most wildcard, prefix, fuzzy and regexp clauses: as in a query text. */
const MOST_PATTERNS = 32;

/** A clause and where it stands; the way down to the clauses below it. */
export interface QueryScope extends FieldScope {
  /** Reads a clause one level further down. @throws {AppError} BAD_REQUEST that names the clause and its path */
  read(value: unknown, path: string): BoundQuery;
  /** Counts clauses that are bound elsewhere, such as the words of a text. */
  count(clauses: number, path: string): void;
  countPattern(path: string): void;
}

/** What a clause's reader gets: its body, where it stands, and the scope. */
export type QueryReader = (body: unknown, path: string, scope: QueryScope) => BoundQuery;

/** Counts what one parameter holds, however deep. */
export class DslBudget {
  private clauses = 0;
  private patterns = 0;

  clause(count: number, path: string): void {
    this.clauses += count;
    if (this.clauses > MOST_CLAUSES) throw refused(path, `is one clause too many; allowed are up to ${MOST_CLAUSES}`);
  }

  pattern(path: string): void {
    this.patterns += 1;
    if (this.patterns > MOST_PATTERNS) {
      throw refused(path, `is one pattern too many; allowed are up to ${MOST_PATTERNS}`);
    }
  }

  depth(depth: number, path: string): void {
    if (depth > MOST_DEPTH)
      throw refused(path, `is nested too deep; allowed are up to ${MOST_DEPTH} queries in each other`);
  }
}

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

/** What a binder refuses is refused at the place of the clause. */
export function inPlace<T>(path: string, bind: () => T): T {
  try {
    return bind();
  } catch (error) {
    throw error instanceof QueryError ? refused(path, error.message) : error;
  }
}
