import { query, type Database, type PreparedStatement, type Transaction } from '@app/database';
import { BlockHash } from './audit-chain';
import { HASHED_COLUMNS, type HashedRow } from './audit-record';

/** Rows that are read at once. */
const PAGE = 5_000;

/** Before all that a bigint can be: what was put in before the first one is found, too. */
const LEAST = '-9223372036854775808';

/** A row of audit_block. */
interface BlockRow {
  readonly number: string;
  readonly first: string;
  readonly last: string;
  readonly records: number;
  readonly hash: string;
  readonly is_pruned: boolean;
}

/** A block that is not as it was sealed, and why. */
export interface BrokenBlock {
  readonly number: string;
  readonly first: string;
  readonly last: string;
  readonly reason: string;
}

export interface AuditFindings {
  readonly blocks: number;
  /** Records whose block is as it was sealed. */
  readonly records: number;
  /** Blocks whose records were removed, past their time. */
  readonly pruned: number;
  /** Records that are not sealed yet. */
  readonly waiting: number;
  /** The newest block: noted elsewhere, it shows later that the chain up to it was not made anew. */
  readonly head?: BlockName;
  readonly broken?: BrokenBlock;
}

export interface BlockName {
  readonly number: string;
  /** In hex. */
  readonly hash: string;
}

const BLOCKS = {
  name: 'audit-blocks',
  text: `select number::text, first_position::text as first, last_position::text as last, records, encode(hash, 'hex') as hash,
                pruned_at is not null as is_pruned
           from audit_block b where b.number > $1 order by b.number limit ${PAGE}`,
};
const RECORDS = {
  name: 'audit-records',
  text: `select ${HASHED_COLUMNS} from audit_record r where r.position > $1 order by r.position limit ${PAGE}`,
};

/**
 * Reads the chain from its beginning and compares every block with its records.
 * @param known a block that was noted before: it must still be there, with that hash
 */
export function checkAudit(database: Database, known?: BlockName): Promise<AuditFindings> {
  return database.readTransaction(async (tx) => {
    // All is read as of one instant: what is sealed or pruned meanwhile is left out.
    await query(tx, 'set transaction isolation level repeatable read, read only');
    return checkIn(tx, known);
  });
}

async function checkIn(tx: Transaction, known: BlockName | undefined): Promise<AuditFindings> {
  const records = new Peekable(pages<HashedRow>(tx, RECORDS, ({ position }) => position));
  const found = { blocks: 0, records: 0, pruned: 0 };
  let before: BlockRow | undefined;
  let isKept = false;
  for await (const block of pages<BlockRow>(tx, BLOCKS, ({ number }) => number)) {
    const reason =
      orderFault(block, before, isKept) ?? (await contentFault(block, before, records)) ?? headFault(block, known);
    if (reason !== undefined) {
      const { number, first, last } = block;
      return { ...found, waiting: 0, ...headOf(before), broken: { number, first, last, reason } };
    }
    found.blocks++;
    if (block.is_pruned) found.pruned++;
    else found.records += block.records;
    isKept ||= !block.is_pruned;
    before = block;
  }
  let waiting = 0;
  for (; await records.peek(); records.take()) waiting++;
  const missing = known && BigInt(known.number) > BigInt(before?.number ?? 0) ? known : undefined;
  const broken = missing && { number: missing.number, first: '?', last: '?', reason: 'there is no such block' };
  return { ...found, waiting, ...headOf(before), ...(broken && { broken }) };
}

function headOf(block: BlockRow | undefined): Pick<AuditFindings, 'head'> {
  return block ? { head: { number: block.number, hash: block.hash } } : {};
}

function orderFault(block: BlockRow, before: BlockRow | undefined, isKept: boolean): string | undefined {
  const expected = BigInt(before?.number ?? 0) + 1n;
  if (BigInt(block.number) !== expected) return `block ${expected} is missing before it`;
  if (block.is_pruned && isKept) return 'it is marked as pruned, but a block before it is not';
  return undefined;
}

/** Reads the records up to the end of the block. */
async function contentFault(
  block: BlockRow,
  before: BlockRow | undefined,
  records: Peekable<HashedRow>,
): Promise<string | undefined> {
  const hash = new BlockHash({ ...block, previous: before?.hash ?? '' });
  let count = 0;
  for (let row = await records.peek(); row && BigInt(row.position) <= BigInt(block.last); row = await records.peek()) {
    hash.add(row);
    records.take();
    count++;
  }
  if (block.is_pruned) return count > 0 ? `it is marked as pruned, but has ${count} records` : undefined;
  if (count !== block.records) return `it has ${count} records, and was sealed with ${block.records}`;
  return hash.end() === block.hash ? undefined : 'its records, or the block before it, are not those that were sealed';
}

function headFault({ number, hash }: BlockRow, known: BlockName | undefined): string | undefined {
  return known?.number === number && known.hash !== hash
    ? `its hash is ${hash}, and was noted as ${known.hash}`
    : undefined;
}

async function* pages<Row extends object>(
  tx: Transaction,
  statement: PreparedStatement,
  keyOf: (row: Row) => string,
): AsyncGenerator<Row> {
  for (let key = LEAST; ;) {
    const rows = await query<Row>(tx, statement, [key]);
    yield* rows;
    const last = rows.at(-1);
    if (!last || rows.length < PAGE) return;
    key = keyOf(last);
  }
}

/** Rows of which the next one can be looked at before it is taken. */
class Peekable<Row> {
  private next: Promise<IteratorResult<Row, unknown>> | undefined;

  constructor(private readonly rows: AsyncGenerator<Row>) {}

  async peek(): Promise<Row | undefined> {
    const { done, value } = await (this.next ??= this.rows.next());
    return done ? undefined : (value as Row);
  }

  take(): void {
    this.next = undefined;
  }
}
