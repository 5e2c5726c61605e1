import { ContractsModule } from '@app/contracts';
import { Database } from '@app/database';
import { QualityModule } from '@app/quality';
import { DataSource, type EntityMetadata } from 'typeorm';
import { LibraryContext } from '../../support/library-context';

let context: LibraryContext;
let entities: readonly EntityMetadata[];

beforeAll(async () => {
  context = await LibraryContext.open(() => [ContractsModule, QualityModule]);
  entities = context.app.get(DataSource).entityMetadatas;
});
afterAll(() => context.close());

/** A column as one line: name, type, whether it may be null, whether it is of the primary key. */
const line = (name: string, type: string, isNullable: boolean, isPrimary: boolean): string =>
  [name, type, isNullable && 'null', isPrimary && 'primary'].filter(Boolean).join(' ');

function declared({ columns }: EntityMetadata): string[] {
  const names: Readonly<Record<string, string>> = { timestamptz: 'timestamp with time zone' };
  return columns.map(({ databaseName, type, isNullable, isPrimary }) =>
    line(databaseName, names[type as string] ?? (type as string), isNullable, isPrimary),
  );
}

async function migrated({ tableName }: EntityMetadata): Promise<string[]> {
  const rows = await context.app.get(Database).query<{ name: string; type: string; optional: boolean; key: boolean }>(
    `select a.attname as name, format_type(a.atttypid, null) as type, not a.attnotnull as optional,
            exists (select 1 from pg_index i where i.indrelid = a.attrelid and i.indisprimary and a.attnum = any(i.indkey)) as key
       from pg_attribute a where a.attrelid = $1::regclass and a.attnum > 0 and not a.attisdropped`,
    [tableName],
  );
  return rows.map(({ name, type, optional, key }) => line(name, type, optional, key));
}

it('the entities of TypeORM are declared as the migrations made their tables', async () => {
  expect(entities.length).toBeGreaterThan(0);
  for (const entity of entities) {
    expect([entity.tableName, ...declared(entity).sort()]).toEqual([
      entity.tableName,
      ...(await migrated(entity)).sort(),
    ]);
  }
});
