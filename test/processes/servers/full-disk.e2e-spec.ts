import { Database } from '@app/database';
import { Logger } from '@nestjs/common';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { until } from '../../support/chaos/until';
import { FullDisk } from '../../integration/support/full-disk';
import { PATIENCE_MS } from '../../support/eventually';

/** Four probes: the machine may be busy. */

describe('a database whose disk is full', () => {
  let home: TestDatabase;
  let database: Database;
  let other: Database;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 2 });
    other = await Database.connect({ url: home.url, poolSize: 2 });
    await database.query('create table note as select 0 as n');
  });
  afterAll(async () => {
    await database?.close();
    await other?.close();
    await home?.drop();
  });

  const change = (of = database) => new Promise<boolean>((resolve) => of.disk.onChange(resolve));
  const probed = async () => (await database.query('select octet_length(ballast) as bytes from disk_probe'))[0]?.bytes;
  const signs = async () => {
    const text = `select pid from pg_stat_activity where application_name = 'metadata-catalog-disk' and datname = current_database()`;
    return (await database.query<{ pid: number }>(text)).map(({ pid }) => pid);
  };
  const write = () => database.transaction(async (tx) => void (await tx.query('update note set n = n + 1')));
  const full = { code: '53100' };

  it('refuses writes without asking for them again, reads on, and finds out when there is room', async () => {
    const disk = await FullDisk.of(database, 'note');
    await expect(write()).rejects.toMatchObject({ driverError: full });
    let begun = 0;
    const other = database.transaction(() => Promise.resolve(begun++));
    await expect(other).rejects.toMatchObject(full);
    await expect(database.queuedTransaction(['key'], () => Promise.resolve(begun++))).rejects.toMatchObject(full);
    expect(begun).toBe(0);
    expect(await database.query('select n from note')).toEqual([{ n: 0 }]);
    expect(await database.readTransaction((tx) => tx.query('select 1 as one'))).toEqual([{ one: 1 }]);
    const room = change();
    await disk.empty();
    expect(await room).toBe(false);
    await write();
    expect(await database.query('select n from note')).toEqual([{ n: 1 }]);
    expect(await probed()).toBe(1_048_576);
    const [{ stored } = { stored: 0 }] = await database.query<{ stored: number }>(
      `select pg_table_size('disk_probe')::int as stored`,
    );
    expect(stored).toBeGreaterThan(1_048_576);
  });

  it('is known to another process before that would look by itself, by a session that says so until there is room', async () => {
    other.disk.watch();
    await until('the first look', PATIENCE_MS, probed, (bytes) => bytes === 65_536);
    const known = change(other);
    const disk = await FullDisk.of(database, 'note');
    await expect(write()).rejects.toMatchObject({ driverError: full });
    expect(await known).toBe(true);
    await expect(other.transaction(() => Promise.resolve())).rejects.toMatchObject(full);
    expect(await other.query('select n from note')).toHaveLength(1);
    const [session] = await signs();
    await database.query('select pg_terminate_backend($1)', [session]);
    const isReplaced = async () => (await signs()).some((pid) => pid !== session) && other.disk.isFull;
    await until('another session', PATIENCE_MS, isReplaced, Boolean);
    const room = Promise.all([change(), change(other)]);
    await disk.empty();
    expect(await room).toEqual([false, false]);
    expect(await until('no session', PATIENCE_MS, signs, (pids) => pids.length === 0)).toEqual([]);
  });
});
