import { randomBytes } from 'node:crypto';
import { StartError } from '@app/common';
import { awaitDatabase, migrateDatabase } from '@app/database';
import { freePort } from '@app/embedded';
import { Client } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { queryAt } from './schema-snapshot';

describe('awaitDatabase', () => {
  let database: TestDatabase;
  let client: Client;
  beforeAll(async () => {
    database = await createTestDatabase();
    client = new Client({ connectionString: database.url });
    await client.connect();
  });
  afterAll(async () => {
    await client.end();
    await database.drop();
  });

  const told: string[] = [];
  const tell = (reason: string): void => void told.push(reason);
  beforeEach(() => void (told.length = 0));

  const withoutNewest = async (): Promise<() => Promise<unknown>> => {
    const { rows } = await client.query<{ timestamp: string; name: string }>(
      'delete from migration where id = (select id from migration order by timestamp desc limit 1) returning timestamp, name',
    );
    const [row] = rows;
    return () => client.query('insert into migration (timestamp, name) values ($1, $2)', [row?.timestamp, row?.name]);
  };

  it('goes on at once where all tables are there, also those of a newer release', async () => {
    await client.query(`insert into migration (timestamp, name) values (1, 'OfTheNextRelease')`);
    await awaitDatabase({ url: database.url, tell });
    expect(told).toEqual([]);
    await client.query(`delete from migration where name = 'OfTheNextRelease'`);
  });

  it('does not wait for a database that an unreleased build made', async () => {
    const { rows } = await client.query<{ timestamp: string; name: string }>(
      'delete from migration returning timestamp, name',
    );
    await client.query(`insert into migration (timestamp, name) values (1700000000000, 'Catalog1700000000000')`);
    const waiting = awaitDatabase({ url: database.url, tell, migrate: () => Promise.reject(new Error('not asked')) });
    await expect(waiting).rejects.toThrow(StartError);
    await expect(waiting).rejects.toThrow(/^The database was made by an unreleased build .*npm run backup.* export /);
    await client.query(`delete from migration where name = 'Catalog1700000000000'`);
    for (const { timestamp, name } of rows)
      await client.query('insert into migration (timestamp, name) values ($1, $2)', [timestamp, name]);
  });

  it('waits for the migrations that it needs, and tells it once', async () => {
    const restore = await withoutNewest();
    const waiting = awaitDatabase({
      url: database.url,
      tell: (reason) => {
        tell(reason);
        void restore();
      },
    });
    await waiting;
    expect(told).toEqual([expect.stringMatching(/lacks 1 of \d+ migrations.*npm run db:migrate.*MIGRATE_ON_START=on/)]);
  });

  it('does not serve a database that another build with the same migrations has made', async () => {
    const [found] = await queryAt<{ says: string }>(
      database.url,
      `select obj_description('migration'::regclass) as says`,
    );
    await client.query(`comment on table migration is 'schema ${'0'.repeat(64)}'`);
    const refused = awaitDatabase({ url: database.url, tell });
    await expect(refused).rejects.toThrow(StartError);
    await expect(refused).rejects.toThrow(/another build with the same migrations: `npm run db:migrate`/);
    await client.query('comment on table migration is null');
    await awaitDatabase({
      url: database.url,
      tell: (reason) => {
        tell(reason);
        void client.query(`comment on table migration is '${found?.says}'`);
      },
    });
    expect(told).toEqual([expect.stringMatching(/was not compared with the schema of this build.*db:migrate/)]);
  });

  it('makes them itself where it may', async () => {
    const restore = await withoutNewest();
    await awaitDatabase({ url: database.url, tell, migrate: restore });
    expect(told).toEqual([]);
  });

  it('waits for a server that does not answer, until it is ended', async () => {
    const url = `postgres://u:secret@127.0.0.1:${await freePort()}/catalog`;
    const ended = new AbortController();
    const waiting = awaitDatabase({
      url,
      signal: ended.signal,
      tell: (reason) => {
        tell(reason);
        ended.abort();
      },
    });
    await expect(waiting).rejects.toThrow(/abort/i);
    expect(told).toEqual([expect.stringMatching(/DATABASE_URL does not answer \(connect ECONNREFUSED.*waiting/)]);
    expect(told[0]).not.toContain('secret');
  });

  it('does not wait for a database that nobody makes', async () => {
    const url = new URL(database.url);
    url.pathname = '/no_such_database';
    const waiting = awaitDatabase({ url: url.href, tell });
    await expect(waiting).rejects.toThrow(StartError);
    await expect(waiting).rejects.toThrow(/^DATABASE_URL: .*no_such_database.*create the database/);
  });

  it('does not wait for a file of certificates that its URL names and that is not there', async () => {
    const url = `${database.url}?sslmode=verify-full&sslrootcert=/nowhere/db.pem`;
    const waiting = awaitDatabase({ url, tell });
    await expect(waiting).rejects.toThrow(StartError);
    await expect(waiting).rejects.toThrow(/^DATABASE_URL: ENOENT.*\/nowhere\/db\.pem.*user of the service can read/);
  });

  it('does not serve a role or a database with settings that change what statements mean, and names them', async () => {
    const name = `"${new URL(database.url).pathname.slice(1)}"`;
    await client.query(`alter database ${name} set standard_conforming_strings = off`);
    await client.query(`alter database ${name} set default_transaction_isolation = 'repeatable read'`);
    // Of no consequence for what is stored and answered.
    await client.query(`alter database ${name} set datestyle = 'SQL, DMY'`);
    const refusal =
      /^DATABASE_URL: default_transaction_isolation is "repeatable read" \(set for: database\) and must be read committed; standard_conforming_strings is "off" .* reset default_transaction_isolation`\.$/;
    await expect(awaitDatabase({ url: database.url, tell })).rejects.toThrow(refusal);
    await expect(migrateDatabase(database.url)).rejects.toThrow(refusal);
    for (const setting of ['standard_conforming_strings', 'default_transaction_isolation'])
      await client.query(`alter database ${name} reset ${setting}`);
    await awaitDatabase({ url: database.url, tell });
    expect(told).toEqual([]);
  });

  it('names the grants that a role lacks which does not own the tables', async () => {
    const role = `lacking_${randomBytes(4).toString('hex')}`;
    await queryAt(database.adminUrl, `create role ${role} login password 'letters'`);
    const url = Object.assign(new URL(database.url), { username: role, password: 'letters' }).href;
    const waiting = awaitDatabase({ url, tell });
    await expect(waiting).rejects.toThrow(
      /permission denied.*usage on the schema.*select, insert, update and delete on all tables.*sequences.*execute on all functions.*docs\/operations\.md/,
    );
    await expect(waiting).rejects.toThrow(StartError);
    await queryAt(database.adminUrl, `drop role ${role}`);
  });
});
