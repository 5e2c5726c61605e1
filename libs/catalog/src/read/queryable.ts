import { run } from '@app/database';
import type { PreparedStatement, Transaction } from '@app/database';

/** Where a question is put: the pool of hot reads, or the transaction of a write. */
export interface Queryable {
  read<Row extends object>(statement: PreparedStatement, values: readonly unknown[]): Promise<Row[]>;
}

export function inTransaction(tx: Transaction): Queryable {
  return { read: (statement, values) => run(tx, statement.text, values) };
}
