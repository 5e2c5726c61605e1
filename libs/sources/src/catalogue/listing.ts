import { groupBy } from '@app/common';
import type { Cell, ResultBounds, Row, Scope, Session, SourceSchema } from '../engine';
import type { SourceConstraint } from './source-table';

/** The whole catalogue of a database comes in a few statements: 10,000 tables of 20 columns are some 20 MB. */
export const LISTING: ResultBounds = { rows: 10_000_000, bytes: 512 * 1024 * 1024 };

export const askOf =
  (session: Session) =>
  async (sql: string, params: readonly Cell[] = []): Promise<readonly Row[]> =>
    (await session.query(sql, LISTING, params)).rows;

/** Schema and name, of rows that begin with them. */
export const tableKey = ([schema, table]: Row): string => JSON.stringify([schema, table]);

export const isOneOf = (x: string, values: readonly string[], text: (value: string) => string): string =>
  values.length ? `${x} IN (${values.map(text).join(', ')})` : '1 = 0';

/**
 * Conditions of the scope.
 * @param schema the expression of a schema's name
 * @param table that of a table's, if tables are listed
 */
export function inScope(scope: Scope, text: (value: string) => string, schema: string, table?: string): string[] {
  return [
    ...(scope.schemas ? [isOneOf(schema, scope.schemas, text)] : []),
    ...(table !== undefined && scope.tables ? [isOneOf(table, scope.tables, text)] : []),
  ];
}

export const schemasOf = (rows: readonly Row[]): SourceSchema[] =>
  rows.map(([name, comment]) => ({ name: name!, ...(comment && { comment }) }));

export interface TableConstraint {
  readonly table: string;
  readonly constraint: SourceConstraint;
}

export function constraintsByTable(found: readonly TableConstraint[]): ReadonlyMap<string, SourceConstraint[]> {
  const byTable = groupBy(found, ({ table }) => table);
  return new Map([...byTable].map(([table, all]) => [table, all.map(({ constraint }) => constraint)]));
}
