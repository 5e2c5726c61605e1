import { setTimeout as delay } from 'node:timers/promises';
import { query } from '@app/database';
import { LOCK_MS } from '../../../../libs/database/src/connection/lock-waits';
import type { CatalogFixture, Document } from '../catalog.fixture';

/** How often it is looked whether a transaction waits, and how many times at most. */
const LOOK_MS = 5;
const LOOKS = 4_000;
/** A write that has waited for so long, in ms, is not one that ends soon and asks again: it would come behind the other one. */
const PATIENT_MS = 5 * LOCK_MS.first;

/**
 * Runs two changes of which the second meets a row while the first one changes it. The row is held until both wait for it, so that
 * the second has looked for its rows before the first has moved any: the database serves those who wait in their order.
 */
export async function overtaken<A, B>(
  { database }: CatalogFixture,
  { id }: Document,
  first: () => Promise<A>,
  second: () => Promise<B>,
): Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]> {
  let ends!: Promise<[PromiseSettledResult<A>, PromiseSettledResult<B>]>;
  await database.transaction(async (tx) => {
    await query(tx, `select 1 from entity where id = $1 for update`, [id]);
    const one = first();
    await waiting(database, 1, PATIENT_MS);
    ends = Promise.allSettled([one, second()]);
    await waiting(database, 2);
  });
  return ends;
}

/** @param sinceMs how long they have waited at least */
async function waiting(database: CatalogFixture['database'], count: number, sinceMs = 0): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const [row] = await database.query<{ n: number }>(
      `select count(distinct pid)::int as n from pg_locks join pg_stat_activity using (pid)
        where datname = current_database() and not granted and waitstart <= clock_timestamp() - $1 * interval '1 ms'`,
      [sinceMs],
    );
    if ((row?.n ?? 0) >= count) return;
    await delay(LOOK_MS);
  }
  throw new Error(`${count} transactions should wait for a lock`);
}
