import type { Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ReportWriter } from '../dbt/report';
import { MissingEntities } from '../dbt/write/missing-entities';
import { NameRepository } from '../naming/name.repository';
import { NamePublisher } from '../publish/name-publisher';
import { keyBlocks } from './key-blocks';
import { wantedTable, type WantedTable } from './wanted-table';

/** In whose name edges and tables are written that follow from events. */
export const KEEPER: Actor = { name: 'openlineage', id: 'openlineage', isAdmin: true, ownerIds: new Set(), rules: [] };

/** Datasets of one look. */
const BLOCK = 100;

/**
 * Makes the tables that events show with their columns, where a naming rule says so, with the databases and schemas that they lie in. What is
 * there is left as it is: a crawl of the service takes the tables over.
 */
@Injectable()
export class ShownTables {
  constructor(
    private readonly database: Database,
    private readonly names: NameRepository,
    private readonly publisher: NamePublisher,
    private readonly missing: MissingEntities,
  ) {}

  /** Makes those of these datasets. @returns keys of those that have a table now: another process may have made it */
  async make(keys: readonly string[]): Promise<ReadonlySet<string>> {
    await this.makeAmong(keys);
    const known = await this.database.readTransaction((tx) => this.names.find(tx, keys, { owned: false }));
    return new Set(known.flatMap(({ key, asset }) => (asset ? [key] : [])));
  }

  /** Makes all that wait: a rule came behind the event, or a process ended between the two. */
  async makeAll(stopping: AbortSignal): Promise<void> {
    await this.makeAmong(undefined, stopping);
  }

  private async makeAmong(keys: readonly string[] | undefined, stopping?: AbortSignal): Promise<void> {
    for await (const shown of keyBlocks((after, most) => this.names.toMake(keys, after, most), BLOCK)) {
      if (stopping?.aborted) break;
      const wanted = shown.flatMap((dataset) => wantedTable(dataset) ?? []);
      if (wanted.length === 0) continue;
      await this.makeThese(wanted);
      for (const { key } of shown) await this.database.transaction((tx) => this.publisher.arrive(tx, KEEPER, key));
    }
  }

  /** Makes the levels from the top, as far as they are missing. */
  private async makeThese(tables: readonly WantedTable[]): Promise<void> {
    const run = { actor: KEEPER, report: new ReportWriter([]) };
    for (const level of Object.keys(tables[0] ?? {}) as (keyof WantedTable)[]) {
      const bodies = new Map(tables.map((wanted) => [wanted[level].like, wanted[level]]));
      const missing = [...bodies.values()].map(({ fqn, body }) => ({ fqn, body: () => body }));
      await this.missing.make(run, level, missing);
    }
  }
}
