import { joinFqn, splitFqn } from '@app/catalog';
import { isObject, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ReportWriter } from '../dbt/report';
import { MissingEntities, type WantedEntity } from '../dbt/write/missing-entities';
import { columnBody, type CatalogColumn } from '../dbt/write/table-columns';
import { NameRepository, type ShownDataset } from '../naming/name.repository';
import { NamePublisher } from '../publish/name-publisher';

/** In whose name edges and tables are written that follow from events. */
export const KEEPER: Actor = { name: 'openlineage', id: 'openlineage', isAdmin: true, ownerIds: new Set(), rules: [] };

/** Datasets of one look. */
const BLOCK = 100;
/** Columns of one table: what an event names has no bound. */
const MOST_COLUMNS = 5_000;
/** Sorts before every key. */
const FIRST_KEY = '00000000-0000-0000-0000-000000000000';

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

  /** Makes those of these datasets. @returns keys of those that have a table now */
  async make(keys: readonly string[]): Promise<ReadonlySet<string>> {
    return this.makeThese(await this.names.toMake(keys, FIRST_KEY, keys.length));
  }

  /** Makes all that wait: a rule came behind the event, or a process ended between the two. */
  async makeAll(stopping: AbortSignal): Promise<void> {
    for (let after = FIRST_KEY; !stopping.aborted;) {
      const shown = await this.names.toMake(undefined, after, BLOCK);
      await this.makeThese(shown);
      if (shown.length < BLOCK) return;
      after = shown.at(-1)!.key;
    }
  }

  private async makeThese(shown: readonly ShownDataset[]): Promise<ReadonlySet<string>> {
    const made = new Set<string>();
    const placed = shown.flatMap((dataset) => {
      const [service, database, schema, table, ...more] = splitFqn(dataset.fqn) ?? [];
      if (!service || !database || !schema || !table || more.length > 0) return [];
      return [{ dataset, service, database, schema, table }];
    });
    if (placed.length === 0) return made;
    const run = { actor: KEEPER, report: new ReportWriter([]) };
    await this.missing.make(
      run,
      'database',
      distinct(placed, ({ service, database }) => ({
        fqn: joinFqn(undefined, service, database),
        body: () => ({ name: database, service: joinFqn(undefined, service) }),
      })),
    );
    await this.missing.make(
      run,
      'databaseSchema',
      distinct(placed, ({ service, database, schema }) => ({
        fqn: joinFqn(undefined, service, database, schema),
        body: () => ({ name: schema, database: joinFqn(undefined, service, database) }),
      })),
    );
    await this.missing.make(
      run,
      'table',
      distinct(placed, ({ service, database, schema, table, dataset }) => ({
        fqn: joinFqn(undefined, service, database, schema, table),
        body: () => ({
          ...{ name: table, databaseSchema: joinFqn(undefined, service, database, schema) },
          columns: columnsOf(dataset.schema),
        }),
      })),
    );
    for (const { key } of shown)
      if (await this.database.transaction((tx) => this.publisher.arrive(tx, KEEPER, key))) made.add(key);
    return made;
  }
}

function distinct<T>(items: readonly T[], wanted: (item: T) => WantedEntity): WantedEntity[] {
  return [...new Map(items.map(wanted).map((entity) => [entity.fqn, entity])).values()];
}

/** The columns of a facet `schema`, each once, by the types that it writes. */
function columnsOf(schema: unknown): CatalogColumn[] {
  const fields = isObject(schema) && Array.isArray(schema.fields) ? (schema.fields as unknown[]) : [];
  const columns = fields.slice(0, MOST_COLUMNS).flatMap((field) => {
    if (!isObject(field) || typeof field.name !== 'string' || field.name === '') return [];
    const { name, type, description } = field;
    return columnBody({
      name,
      ...(typeof type === 'string' && type !== '' && { type }),
      ...(typeof description === 'string' && { description }),
    });
  });
  return [...new Map(columns.map((column) => [column.name, column])).values()];
}
