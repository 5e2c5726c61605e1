import { setTimeout as delay } from 'node:timers/promises';
import type { Database } from '@app/database';

/** After this time the request is answered anyway: the write itself is committed. */
const LONGEST_MS = 5_000;
const POLL_MS = 50;

const NEWEST = {
  name: 'search-newest-mark',
  text: `select max(xid)::text as xid, exists (select 1 from search_mark where wide) as wide from search_mark`,
};
const LEFT = {
  name: 'search-marks-left',
  text: `select exists (select 1 from search_mark where xid <= $1::xid8) as any`,
};

/** Resolves when every mark that is there now has been carried to the index, and what a wide one was turned into. */
export async function untilIndexed(database: Database): Promise<void> {
  const deadline = Date.now() + LONGEST_MS;
  if (await newestCarried(database, deadline)) await newestCarried(database, deadline);
}

/** Returns whether one of the marks was wide: those that it was turned into are newer. */
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
