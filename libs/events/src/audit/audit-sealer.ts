import { Database, NotifiedTask, NOW_MS, query, type Transaction } from '@app/database';
import { Injectable, Logger } from '@nestjs/common';
import { EVENT_CHANNEL, numberEvents } from '../change/event-numbering';
import { BlockHash } from './audit-chain';
import { HASHED_COLUMNS, type HashedRow } from './audit-record';

/** Records of a block. */
export const MOST_RECORDS = 1_000;
/** How long records are gathered for a block, in ms: one is sealed within 5 s. Blocks stay for ever, so there are not more than needed. */
const GATHER_MS = 3_000;

interface LastBlock {
  readonly number: string;
  readonly last: string;
  readonly hash: string;
}

const WAITING = {
  name: 'audit-waiting',
  text: `select exists (select from audit_record
           where position > coalesce((select max(last_position) from audit_block), 0)) as waits`,
};
const LOCK = `select pg_try_advisory_xact_lock(hashtextextended('audit_block', 0)) as is_mine`;
const LAST = `
  select number::text, last_position::text as last, encode(hash, 'hex') as hash from audit_block b order by b.number desc limit 1`;
const NEXT = {
  name: 'audit-unsealed',
  text: `select ${HASHED_COLUMNS} from audit_record r where r.position > $1 order by r.position limit ${MOST_RECORDS}`,
};
const SEAL = `
  insert into audit_block (number, first_position, last_position, records, hash, sealed_at)
  values ($1, $2, $3, $4, decode($5, 'hex'), ${NOW_MS})`;

/** Seals the next block of records. @returns whether there may be more: false also where another process is at it */
export async function sealNext(database: Database): Promise<boolean> {
  await numberEvents(database);
  const [row] = await database.read<{ waits: boolean }>(WAITING, []);
  if (!row?.waits) return false;
  return database.transaction(async (tx) => {
    const [lock] = await query<{ is_mine: boolean }>(tx, LOCK);
    return lock?.is_mine ? sealIn(tx) : false;
  });
}

/** Positions become visible in their order, so nothing comes before what is sealed. */
async function sealIn(tx: Transaction): Promise<boolean> {
  const [before = { number: '0', last: '0', hash: '' }] = await query<LastBlock>(tx, LAST);
  const rows = await query<HashedRow>(tx, NEXT, [before.last]);
  const [first, last] = [rows[0], rows.at(-1)];
  if (!first || !last) return false;
  const number = String(BigInt(before.number) + 1n);
  const head = { number, first: first.position, last: last.position, records: rows.length, previous: before.hash };
  const hash = rows.reduce((block, row) => block.add(row), new BlockHash(head)).end();
  await query(tx, SEAL, [number, first.position, last.position, rows.length, hash]);
  return rows.length === MOST_RECORDS;
}

/** Hashes new records into the chain. Every worker does so, one at a time. */
@Injectable()
export class AuditSealer {
  readonly task: NotifiedTask;

  constructor(database: Database) {
    this.task = new NotifiedTask(database, () => sealNext(database), {
      channel: EVENT_CHANNEL,
      gatherMs: GATHER_MS,
      longestRetryMs: 5_000,
      log: new Logger(AuditSealer.name),
      failing: 'records of the audit are not sealed',
      recovered: 'records of the audit are sealed again',
    });
  }
}
