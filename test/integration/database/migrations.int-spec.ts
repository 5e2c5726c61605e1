import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Database, migrateDatabase } from '@app/database';
import { createDataSource } from '../../../libs/database/src/data-source';
import { MIGRATIONS } from '../../../libs/database/src/migrations';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { schemaOf } from './schema-snapshot';

const FOLDER = join(__dirname, '../../../libs/database/src/migrations');

/** `1700000000000-two-words.ts` holds the class `TwoWords1700000000000`: TypeORM orders by the number, whatever the list's order. */
function classIn(file: string): string {
  const [, stamp, name] = /^(\d{13})-([a-z0-9-]+)\.ts$/.exec(file) ?? [];
  if (!stamp || !name) throw new Error(`${file} is not named like 1700000000000-what-it-does.ts`);
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) + stamp;
}

describe('the list of migrations', () => {
  it('holds every file of the folder, oldest first', () => {
    const files = readdirSync(FOLDER).filter((name) => /^\d.*\.ts$/.test(name));
    expect(MIGRATIONS.map(({ name }) => name)).toEqual(files.sort().map(classIn));
  });
});

describe('the migrations', () => {
  let migrated: TestDatabase;
  let empty: TestDatabase;
  let emptyUrl: string;

  beforeAll(async () => {
    migrated = await createTestDatabase();
    empty = await createTestDatabase('template0');
    emptyUrl = empty.url;
  });

  afterAll(async () => {
    await empty.drop();
    await migrated.drop();
  });

  it('go up from nothing, once, however many ask at once; and leave nothing when they go down', async () => {
    expect(await schemaOf(emptyUrl)).toEqual([]);
    const lines: string[] = [];
    const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase(emptyUrl, (line) => lines.push(line))));
    expect(ran.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(lines).toEqual(MIGRATIONS.map(({ name }) => `migration ${name}`));
    const first = await schemaOf(emptyUrl);
    expect(first).toEqual(await schemaOf(migrated.url));

    const source = await createDataSource({ url: emptyUrl, poolSize: 2 }).initialize();
    for (const _ of MIGRATIONS) await source.undoLastMigration();
    await source.destroy();
    expect(await schemaOf(emptyUrl)).toEqual([]);

    await migrateDatabase(emptyUrl);
    expect(await schemaOf(emptyUrl)).toEqual(first);
  });

  it('are told to be pending where they are, and nowhere else', async () => {
    const database = await Database.connect({ url: migrated.url, poolSize: 2 });
    try {
      expect(await database.pendingMigrations()).toEqual([]);
      const newest = MIGRATIONS.at(-1)?.name;
      await database.query('delete from migration where name = $1', [newest]);
      expect(await database.pendingMigrations()).toEqual([newest]);
    } finally {
      await database.close();
    }
  });
});
