import { query } from '@app/database';
import type { PreparedStatement, Transaction } from '@app/database';

/** Where a query runs: the pool for batched reads, or the transaction of a write. */
export interface Queryable {
  read<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
}

export function inTransaction(tx: Transaction): Queryable {
  return { read: (statement, values) => query(tx, statement, values) };
}
