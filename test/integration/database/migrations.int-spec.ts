import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { StartError } from '@app/common';
import { Database, migrateDatabase } from '@app/database';
import { MIGRATIONS } from '../../../libs/database/src/migrations';
import { STORED_DIGEST } from '../../../libs/database/src/migrations/known-schema';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { queryAt, schemaOf } from './schema-snapshot';

const FOLDER = join(__dirname, '../../../libs/database/src/migrations');

const digestOf = async (url: string): Promise<string | undefined> =>
  (await queryAt<{ digest: string }>(url, STORED_DIGEST))[0]?.digest;

/** `0002-two-words.ts` holds the class `TwoWords0000000000002`: TypeORM orders by its last 13 digits, whatever the list's order. */
function classIn(file: string): string {
  const [, number, name] = /^(\d{4})-([a-z0-9-]+)\.ts$/.exec(file) ?? [];
  if (!number || !name) throw new Error(`${file} is not named like 0002-what-it-does.ts`);
  return name.replace(/(?:^|-)([a-z0-9])/g, (_, letter: string) => letter.toUpperCase()) + number.padStart(13, '0');
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

  it('make an empty database whole, once, however many ask at the same time', async () => {
    expect(await schemaOf(emptyUrl)).toEqual([]);
    const lines: string[] = [];
    const ran = await Promise.all([1, 2, 3].map(() => migrateDatabase(emptyUrl, (line) => lines.push(line))));
    expect(ran.flat()).toEqual(MIGRATIONS.map(({ name }) => name));
    expect(lines).toEqual(MIGRATIONS.map(({ name }) => `migration ${name}`));
    expect(await schemaOf(emptyUrl)).toEqual(await schemaOf(migrated.url));
  });

  it('behind the baseline change nothing of a database that has what they bring', async () => {
    const later = MIGRATIONS.slice(1).map(({ name }) => name);
    const before = await schemaOf(emptyUrl);
    await queryAt(emptyUrl, `delete from migration where name <> '${MIGRATIONS[0]?.name}'`);
    expect(await migrateDatabase(emptyUrl)).toEqual(later);
    expect(await schemaOf(emptyUrl)).toEqual(before);
  });

  it('work in a schema other than public', async () => {
    const other = await createTestDatabase('template0');
    try {
      await queryAt(other.url, 'create schema catalog');
      const url = `${other.url}?options=-c%20search_path%3Dcatalog`;
      expect(await migrateDatabase(url)).toEqual(MIGRATIONS.map(({ name }) => name));
      expect(await migrateDatabase(url)).toEqual([]);
      expect((await schemaOf(other.url)).filter((line) => !line.startsWith('extension '))).toEqual([]);
    } finally {
      await other.drop();
    }
  });

  it('have sessions of their role compile no plans, where nobody has set it', async () => {
    const own = await createTestDatabase('template0');
    // The server of the tests compiles nothing; any other does by default.
    const compiling = `${own.url}?options=-c%20jit%3Don`;
    const name = `"${new URL(own.url).pathname.slice(1)}"`;
    const setting = async (): Promise<unknown> =>
      (
        await queryAt(
          own.url,
          `select setconfig from pg_db_role_setting
            where setrole = current_user::regrole and setdatabase = (select oid from pg_database where datname = current_database())`,
        )
      )[0];
    try {
      await migrateDatabase(own.url);
      expect(await setting()).toBeUndefined();
      await migrateDatabase(compiling);
      expect(await setting()).toEqual({ setconfig: ['jit=off'] });
      await queryAt(own.url, `alter role current_user in database ${name} set jit = on`);
      await migrateDatabase(compiling);
      expect(await setting()).toEqual({ setconfig: ['jit=on'] });
    } finally {
      await own.drop();
    }
  });

  it('refuse a database that an unreleased build made, and leave it as it is', async () => {
    const old = await createTestDatabase('template0');
    try {
      await queryAt(
        old.url,
        `create table migration (id serial primary key, timestamp bigint not null, name varchar not null);
         insert into migration (timestamp, name) values (1700000000000, 'Catalog1700000000000');
         create table entity (node bigint primary key)`,
      );
      const before = await schemaOf(old.url);
      const refused = migrateDatabase(old.url);
      await expect(refused).rejects.toThrow(StartError);
      await expect(refused).rejects.toThrow(
        /^The database was made by an unreleased build .*npm run backup.* export [^.]*\.$/,
      );
      expect(await schemaOf(old.url)).toEqual(before);
    } finally {
      await old.drop();
    }
  });

  it('refuse a database of a build with the same migrations and another schema, and leave it as it is', async () => {
    const old = await createTestDatabase();
    try {
      await queryAt(
        old.url,
        `comment on table migration is null; drop function open_entities; alter table idempotency drop column answer`,
      );
      const before = await schemaOf(old.url);
      const refused = migrateDatabase(old.url);
      await expect(refused).rejects.toThrow(StartError);
      await expect(refused).rejects.toThrow(
        /another build.*missing or different: column idempotency\.answer, function .*Nothing was changed.*npm run backup.*npm run restore/,
      );
      expect(await schemaOf(old.url)).toEqual(before);
      expect(await digestOf(old.url)).toBe('none');
    } finally {
      await old.drop();
    }
  });

  it('take a database without a digest whose schema is the same, and leave theirs', async () => {
    const same = await createTestDatabase();
    try {
      const digest = await digestOf(same.url);
      expect(digest).toMatch(/^[0-9a-f]{64}$/);
      await queryAt(same.url, 'comment on table migration is null');
      const before = await schemaOf(same.url);
      expect(await migrateDatabase(same.url)).toEqual([]);
      expect(await digestOf(same.url)).toBe(digest);
      expect(await schemaOf(same.url)).toEqual(before);
    } finally {
      await same.drop();
    }
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
