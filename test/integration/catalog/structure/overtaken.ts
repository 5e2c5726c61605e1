import { setTimeout as delay } from 'node:timers/promises';
import { query } from '@app/database';
import type { CatalogFixture, Document } from '../catalog.fixture';

/** How often it is looked whether a transaction waits, in ms, and how long at most. */
const LOOK = 5;
const LOOKS = 4_000;

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
    await waiting(database, 1);
    ends = Promise.allSettled([one, second()]);
    await waiting(database, 2);
  });
  return ends;
}

async function waiting(database: CatalogFixture['database'], count: number): Promise<void> {
  for (let look = 0; look < LOOKS; look++) {
    const [row] = await database.query<{ n: number }>(
      `select count(*)::int as n from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    if ((row?.n ?? 0) >= count) return;
    await delay(LOOK);
  }
  throw new Error(`${count} transactions should wait for a lock`);
}
