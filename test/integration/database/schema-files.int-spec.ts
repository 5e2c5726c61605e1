import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { applySchema } from '../../../libs/database/src/schema/apply-schema';
import { SCHEMA_FILES, type SchemaFile } from '../../../libs/database/src/schema/schema-files';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { objectsOf, schemaOf, type SchemaObject } from './schema-snapshot';

const FOLDER = join(__dirname, '../../../libs/database/src/schema');

/** A folder a kind; a trigger stands below the function that it calls. */
const KINDS: Readonly<Record<string, readonly string[]>> = {
  extensions: ['extension'],
  sequences: ['sequence'],
  tables: ['table', 'column', 'index', 'constraint', 'sequence'],
  views: ['table', 'column'],
  functions: ['function'],
  triggers: ['function', 'trigger'],
  seeds: [],
};

const lineOf = ({ kind, name, says }: SchemaObject): string => `${kind} ${name}: ${says}`;

describe('the files of the schema', () => {
  let migrated: TestDatabase;
  let made: TestDatabase;
  let client: Client;
  /** Of each file what it makes, changes or removes. */
  const changes = new Map<SchemaFile, readonly SchemaObject[]>();

  beforeAll(async () => {
    migrated = await createTestDatabase();
    made = await createTestDatabase('template0');
    client = new Client({ connectionString: made.url });
    await client.connect();
    let before = new Set<string>();
    for (const file of SCHEMA_FILES) {
      await applySchema(client, file);
      const after = await objectsOf(client);
      const lines = new Set(after.map(lineOf));
      const gone = [...before].filter((line) => !lines.has(line));
      expect({ file, gone }).toEqual({ file, gone: [] });
      changes.set(
        file,
        after.filter((object) => !before.has(lineOf(object))),
      );
      before = lines;
    }
  });

  afterAll(async () => {
    await client.end();
    await made.drop();
    await migrated.drop();
  });

  it('are all in the list, once', () => {
    const names = readdirSync(FOLDER, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.sql'));
    expect([...SCHEMA_FILES].sort()).toEqual(names.map((name) => name.replaceAll('\\', '/')).sort());
  });

  it.each(SCHEMA_FILES)('%s defines what it is named after, and nothing else', (file) => {
    const [folder = '', name = ''] = file.replace('.sql', '').split('/');
    const found = changes.get(file) ?? [];
    expect(found.map(({ kind }) => kind).filter((kind) => !KINDS[folder]?.includes(kind))).toEqual([]);
    expect([...new Set(found.map(({ owner }) => owner))]).toEqual(folder === 'seeds' ? [] : [name]);
    expect([...new Set(found.map(({ kind }) => kind))]).toEqual(
      expect.arrayContaining([...(KINDS[folder] ?? [])].slice(0, 1)),
    );
    if (folder === 'triggers') expect(found.some(({ kind }) => kind === 'trigger')).toBe(true);
  });

  it('make the database that the migrations make', async () => {
    expect(await schemaOf(made.url)).toEqual(await schemaOf(migrated.url));
  });

  it('of functions and triggers change nothing where they are applied again', async () => {
    const before = await schemaOf(made.url);
    await applySchema(client, ...SCHEMA_FILES.filter((file) => /^(functions|triggers)\//.test(file)));
    expect(await schemaOf(made.url)).toEqual(before);
  });

  it('are named where PostgreSQL refuses one', async () => {
    await expect(applySchema(client, 'tables/entity.sql')).rejects.toThrow(
      'libs/database/src/schema/tables/entity.sql: relation "entity" already exists',
    );
  });
});
