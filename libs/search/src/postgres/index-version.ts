import { Batcher } from '@app/common';
import { isOfAValue, type Database, type PreparedStatement } from '@app/database';

/**
 * Each change of rows of the index writes a slot of its totals anew, so the transactions that wrote the slots last tell one state of the
 * index from all others. With them stands the start of the server: after a failover ids of transactions may come again. Null: some
 * documents are still to be written.
 */
const VERSION: PreparedStatement = {
  name: 'search-index-version',
  text: `
    select case when not exists (select from search_mark)
           then concat_ws(' ', (select pg_postmaster_start_time()::text),
                  (select string_agg(t.slot || ':' || t.xmin, ' ' order by t.slot) from search_total t)) end as version`,
};

/** Which state of the index a search would meet. */
export class IndexVersion {
  /** The questions of one turn of the event loop: they share a statement, which is sent behind all of them. */
  private readonly asking = new Batcher((asks: readonly undefined[]) => this.ask(asks), {
    most: 1_024,
    atOnce: 4,
    isOnes: isOfAValue,
    keyOf: () => 0,
  });

  constructor(private readonly database: Pick<Database, 'read'>) {}

  /** Undefined: the index does not show all that is committed. */
  now(): Promise<string | undefined> {
    return this.asking.ask(undefined);
  }

  private async ask(asks: readonly undefined[]): Promise<(string | undefined)[]> {
    const [row] = await this.database.read<{ version: string | null }>(VERSION, []);
    return asks.map(() => row?.version ?? undefined);
  }
}
