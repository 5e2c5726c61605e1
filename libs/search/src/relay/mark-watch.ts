import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@app/database';

/** Who waits longer is told that the write is done, which it is. */
const LONGEST_MS = 5_000;
const POLL_MS = 50;

const NEWEST = { name: 'search-newest-mark', text: `select max(xid)::text as xid from search_mark` };
const LEFT = {
  name: 'search-marks-left',
  text: `select exists (select 1 from search_mark where xid <= $1::xid8) as any`,
};

/** Resolves when every mark that is there now has been carried to the index. */
export async function relayed(database: Database): Promise<void> {
  const [newest] = await database.read<{ xid: string | null }>(NEWEST, []);
  if (!newest?.xid) return;
  const deadline = Date.now() + LONGEST_MS;
  while (Date.now() < deadline) {
    const [left] = await database.read<{ any: boolean }>(LEFT, [newest.xid]);
    if (!left?.any) return;
    await delay(POLL_MS);
  }
}
