import { query, type Database, type PreparedStatement, type Transaction } from '@app/database';
import { setTimeout as delay } from 'node:timers/promises';

/** An entry of the dirty set as it stands in the table: who has read the document may remove exactly this one. */
export interface TakenEntry {
  readonly xid: string;
  readonly node: string;
}

const SPREAD = `insert into search_mark (node) select search_reach($1::bigint[]) on conflict do nothing`;

/** Replaces wide entries by entries of all documents that they reach. */
export async function spreadWideEntries(tx: Transaction): Promise<void> {
  const taken = await query<{ node: string }>(
    tx,
    `delete from search_mark m using (
       select xid, node from search_mark where wide order by xid for update skip locked) w
      where (m.xid, m.node) = (w.xid, w.node) and m.wide returning m.node::text as node`,
  );
  if (taken.length) await query(tx, SPREAD, [[...new Set(taken.map(({ node }) => node))]]);
}

const TAKE: PreparedStatement = {
  name: 'search-take-marks',
  text: `delete from search_mark m using (
           select xid, node from search_mark where not wide order by xid, node limit (select $1::int) for update skip locked) t
          where (m.xid, m.node) = (t.xid, t.node) and not m.wide returning m.node::text as node`,
};

/** Removes the oldest entries that no other process works on, with the commit of the transaction. Returns their nodes. */
export async function takeEntries(tx: Transaction, most: number): Promise<string[]> {
  const rows = await query<{ node: string }>(tx, TAKE, [most]);
  return [...new Set(rows.map(({ node }) => node))];
}

/** The oldest entries, left where they are. */
export function oldestEntries(tx: Transaction, most: number): Promise<TakenEntry[]> {
  return query<TakenEntry>(
    tx,
    `select m.xid::text as xid, m.node::text as node from search_mark m where not m.wide order by m.xid, m.node limit $1`,
    [most],
  );
}

export async function removeEntries(tx: Transaction, entries: readonly TakenEntry[]): Promise<void> {
  await query(
    tx,
    `delete from search_mark m using unnest($1::text[], $2::bigint[]) t(xid, node)
      where m.xid = t.xid::xid8 and m.node = t.node and not m.wide`,
    [entries.map(({ xid }) => xid), entries.map(({ node }) => node)],
  );
}

/** Moves these nodes to the end of the dirty set. */
export async function queueAgain(tx: Transaction, nodes: readonly string[]): Promise<void> {
  await query(tx, `insert into search_mark (node) select unnest($1::bigint[]) on conflict do nothing`, [nodes]);
}

/** Queues all entities for indexing. */
export async function queueAll(tx: Transaction): Promise<void> {
  await query(tx, `insert into search_mark (node) select node from entity on conflict do nothing`);
}

/** After this time the request is answered anyway: the write itself is committed. */
const LONGEST_MS = 5_000;
const POLL_MS = 50;

const NEWEST = {
  name: 'search-newest-mark',
  text: `select m.xid::text as xid, exists (select 1 from search_mark where wide) as wide from search_mark m order by m.xid desc limit 1`,
};
const LEFT = {
  name: 'search-marks-left',
  text: `select exists (select 1 from search_mark where xid <= $1::xid8) as any`,
};

/** Resolves when every entry that is there now has been carried to the index, and those that a wide one was replaced by. */
export async function untilIndexed(database: Database): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  if (await newestCarried(database, deadline)) await newestCarried(database, deadline);
}

/** Returns whether one of the entries was wide: those that replace it are newer. */
async function newestCarried(database: Database, deadline: number): Promise<boolean> {
  const [newest] = await database.read<{ xid: string | null; wide: boolean }>(NEWEST, []);
  if (!newest?.xid) return false;
  while (Date.now() < deadline) {
    const [left] = await database.read<{ any: boolean }>(LEFT, [newest.xid]);
    if (!left?.any) break;
    await delay(POLL_MS);
  }
  return newest.wide;
}
