import type { Transaction } from '../transaction';

/** Several processes probe; whoever waits for another one tries again later. */
const PATIENCE = `set local lock_timeout = '1s'`;
/** Into a new file, so that nothing is left of a probe but its one row. */
const ANEW = 'truncate disk_probe';
/** More than free pages of old files would hold, and not compressed. */
const MEBIBYTE = `insert into disk_probe (ballast) values (convert_to(repeat('x', 1048576), 'UTF8'))`;

/** Fails while the disk of the tables has no room for a mebibyte. */
export async function probeDisk(tx: Transaction): Promise<void> {
  for (const statement of [PATIENCE, ANEW, MEBIBYTE]) await tx.query(statement);
}
