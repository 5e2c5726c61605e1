import { Batcher } from '@app/common';
import { isOfAValue, type AskVersion, type Database, type PreparedStatement, type VersionSql } from '@app/database';
import { NOTHING_QUEUED } from './statistics/refresh-statistics';

/**
 * Each change of rows of the index writes a slot of its totals anew, so the transactions that wrote the slots last identify one state of
 * the index from all others. With them stands the start of the server: after a failover ids of transactions may come again. Null: some
 * documents are still to be written.
 */
const STATE = `case when ${NOTHING_QUEUED}
           then concat_ws(' ', (select pg_postmaster_start_time()::text),
                  (select string_agg(t.slot || ':' || t.xmin, ' ' order by t.slot) from search_total t)) end`;

const VERSION: PreparedStatement = { name: 'search-index-version', text: `select ${STATE} as version` };

/** The key of the version where it is asked beside another question: there is one index. */
const INDEX = 'index';

const BESIDE: VersionSql = {
  name: 'search_index',
  one: (bound) => `select ${STATE} where ${bound}::text is not null`,
  many: (bound) => `select key, ${STATE} as version from unnest(${bound}::text[]) key limit 1`,
};

/** Which state of the index a search would meet. */
export class IndexVersion {
  /** The requests of one iteration of the event loop: they share a statement, which is sent behind all of them. */
  private readonly asking = new Batcher((asks: readonly undefined[]) => this.ask(asks), {
    most: 1_024,
    atOnce: 4,
    isOnes: isOfAValue,
    keyOf: () => 0,
  });

  constructor(private readonly database: Pick<Database, 'read'>) {}

  /** Undefined: the index does not show all that is committed. @param ask where it costs no statement of its own */
  async now(ask?: AskVersion): Promise<string | undefined> {
    const beside = ask?.({ sql: BESIDE, key: INDEX });
    return beside ? ((await beside) ?? undefined) : this.asking.ask(undefined);
  }

  private async ask(asks: readonly undefined[]): Promise<(string | undefined)[]> {
    const [row] = await this.database.read<{ version: string | null }>(VERSION, []);
    return asks.map(() => row?.version ?? undefined);
  }
}
