import { createHash } from 'node:crypto';
import { query, type PreparedStatement, type Transaction } from '@app/database';

/** Where a query runs: the pool for batched reads, or the transaction of a write. */
export interface Queryable {
  read<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
}

export function inTransaction(tx: Transaction): Queryable {
  return { read: (statement, values) => query(tx, statement, values) };
}

/** PostgreSQL compares only the first 63 bytes of prepared statement names. */
const MOST_BYTES = 63;

/** Builds a prepared statement name from parts of plain ASCII; a long name ends in a digest of the whole. */
export function statementName(...parts: readonly string[]): string {
  const name = parts.filter((part) => part !== '').join('-');
  if (name.length <= MOST_BYTES) return name;
  const digest = createHash('sha256').update(name).digest('base64url').slice(0, 22);
  return `${name.slice(0, MOST_BYTES - digest.length - 1)}~${digest}`;
}
