import { EntityFinder, toEntityKey, Visibility } from '@app/catalog';
import { notFound, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { RunRef } from '../../runs/data-run';

/** The facts that crawls saw of a table beside what stands in the entity. */
export interface ShownTableSource {
  /** Absent where it is hidden from the caller. */
  readonly service?: RunRef;
  /** Schema and table, as the source calls them. */
  readonly nativeName: string;
  /** The source's id of the object. */
  readonly nativeId?: string;
  readonly rowEstimate?: number;
  readonly sizeInByte?: number;
  /** When the data changed last, in epoch ms, where the source knows. */
  readonly changedAt?: number;
  readonly lastSeenAt: number;
  /** Id of the run. */
  readonly lastCrawl: string;
}

/** Where a table comes from. A table is named by id or FQN. */
@Injectable()
export class TableSource {
  constructor(
    private readonly database: Database,
    private readonly entities: EntityFinder,
    private readonly visibility: Visibility,
  ) {}

  /** @throws {AppError} NOT_FOUND, also where no crawl has seen it */
  async get(actor: Actor, table: string): Promise<ShownTableSource> {
    const found = await this.entities.findFor(actor, 'ViewBasic', 'table', toEntityKey(table), table);
    const [row] = await this.database.read<{ source: ShownTableSource & { service: RunRef } }>(SOURCE, [found.node]);
    if (!row) throw notFound('dataSource', table);
    const { service, ...shown } = row.source;
    const { hidden } = await this.visibility.unseenOf(this.database, actor, [service]);
    return hidden.has(service.id) ? shown : { service, ...shown };
  }
}

const SOURCE = {
  name: 'table-source',
  text: `
  select jsonb_strip_nulls(jsonb_build_object(
           'service', jsonb_build_object('id', r.id, 'type', r.type, 'name', r.name, 'fullyQualifiedName', r.fqn),
           'nativeName', p.name || '.' || e.name, 'nativeId', c.native_id, 'rowEstimate', c.row_estimate,
           'sizeInByte', c.size_in_byte, 'changedAt', c.changed_at, 'lastSeenAt', c.seen_at, 'lastCrawl', c.run)) as source
    from crawled_entity c join entity e on e.node = c.node join entity p on p.node = e.parent join entity r on r.node = e.root
   where c.node = $1`,
};
