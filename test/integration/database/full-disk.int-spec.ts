import { Database } from '@app/database';
import { Logger } from '@nestjs/common';
import { createTestDatabase, type TestDatabase } from '../../support/embedded-database';
import { FullDisk } from '../support/full-disk';

/** Four probes: the machine may be busy. */
const PATIENCE_MS = 20_000;

describe('a database whose disk is full', () => {
  let home: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    Logger.overrideLogger(false);
    home = await createTestDatabase();
    database = await Database.connect({ url: home.url, poolSize: 2 });
    await database.query('create table note as select 0 as n');
  });
  afterAll(async () => {
    await database?.close();
    await home?.drop();
  });

  const change = () => new Promise<boolean>((resolve) => database.disk.onChange(resolve));
  const write = () => database.transaction(async (tx) => void (await tx.query('update note set n = n + 1')));
  const full = { code: '53100' };

  it(
    'refuses writes without asking for them again, reads on, and finds out when there is room',
    async () => {
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
      expect(await database.query('select octet_length(ballast) as bytes from disk_probe')).toEqual([
        { bytes: 1_048_576 },
      ]);
      const [{ stored } = { stored: 0 }] = await database.query<{ stored: number }>(
        `select pg_table_size('disk_probe')::int as stored`,
      );
      expect(stored).toBeGreaterThan(1_048_576);
    },
    PATIENCE_MS,
  );
});
