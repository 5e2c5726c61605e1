import { query, type Transaction } from '../transaction';

/** Several processes probe; a process that would wait for another one tries again later. */
const PATIENCE = `set local lock_timeout = '1s'`;
/** Written to a new file, so that a probe leaves only its one row. */
const ANEW = 'truncate disk_probe';
/** More than fits into free pages of old files, and not compressed. */
const MEBIBYTE = `insert into disk_probe (ballast) values (convert_to(repeat('x', 1048576), 'UTF8'))`;

/** Enough to need a new page, little enough to be written every half minute. */
const FEW_PAGES = `insert into disk_probe (ballast) values (convert_to(repeat('x', 65536), 'UTF8'))`;

async function write(tx: Transaction, ballast: string): Promise<void> {
  for (const statement of [PATIENCE, ANEW, ballast]) await query(tx, statement);
}

/** `probeDisk` for a process that may have had nothing to write: of little cost, so it finds a disk that is quite full. */
export const glanceAtDisk = (tx: Transaction): Promise<void> => write(tx, FEW_PAGES);

/** Fails while the disk of the tables has no room for a mebibyte. */
export const probeDisk = (tx: Transaction): Promise<void> => write(tx, MEBIBYTE);
