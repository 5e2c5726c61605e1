import { chmodSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { READY } from '@app/common';
import { awaitDatabase, Database, databaseParts, migrateDatabase, ResilientClient, writesPart } from '@app/database';
import { startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { eventually } from '../../support/eventually';
import { queryAt } from '../../integration/database/schema-snapshot';

/** Both servers have a database and a role of this name and password. */
const NAME = 'moved';

describe('a database on several hosts', () => {
  let folder: string;
  let servers: EmbeddedPostgres[];
  let url: string;
  let away: number;

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'catalog-hosts-'));
    // As root the servers run under another account, which has to pass through.
    chmodSync(folder, 0o711);
    servers = await Promise.all(
      ['one', 'two'].map((name) => startEmbeddedPostgres({ dataDir: join(folder, name), durable: false })),
    );
    for (const { administratorUrl } of servers) {
      await queryAt(administratorUrl, `create role ${NAME} login password 'letters'`);
      await queryAt(administratorUrl, `create database ${NAME} owner ${NAME}`);
    }
    away = 1;
    const hosts = [...servers.map(({ port }) => port), away].map((port) => `127.0.0.1:${port}`);
    url = `postgres://${NAME}:letters@${hosts.join(',')}/${NAME}?target_session_attrs=read-write`;
    for (const server of servers) await migrateDatabase(`postgres://${NAME}:letters@127.0.0.1:${server.port}/${NAME}`);
  });
  afterAll(async () => {
    await Promise.all(servers.map((server) => server.stop()));
    rmSync(folder, { recursive: true, force: true });
  });

  /** As a primary that was demoted, or is one again; sessions stay. */
  const takeWrites = async (server: EmbeddedPostgres, takes: boolean): Promise<void> => {
    await queryAt(server.administratorUrl, `alter system set default_transaction_read_only = ${takes ? 'off' : 'on'}`);
    await queryAt(server.administratorUrl, 'select pg_reload_conf()');
    const told = () =>
      queryAt<{ off: boolean }>(
        url.replace(/@.*\//, `@127.0.0.1:${server.port}/`).replace(/\?.*/, ''),
        `select current_setting('transaction_read_only') = 'off' as off`,
      );
    await eventually(told, ([row]) => row?.off === takes);
    // A choice holds for a second.
    await new Promise((wake) => setTimeout(wake, 1_100));
  };

  const portAt = async (at: string, orReadOnly = false): Promise<number | undefined> => {
    const client = new ResilientClient({ connectionString: at, orReadOnly });
    await client.connect();
    try {
      return (await client.query<{ port: number }>('select inet_server_port() as port')).rows[0]?.port;
    } finally {
      await client.end();
    }
  };

  it('leads to the one that takes writes, wherever it stands and whichever others are away', async () => {
    const [one, two] = servers as [EmbeddedPostgres, EmbeddedPostgres];
    await takeWrites(one, false);
    expect(await portAt(url)).toBe(two.port);
    await awaitDatabase({ url, tell: () => undefined });
    await takeWrites(one, true);
    await takeWrites(two, false);
    expect(await portAt(url)).toBe(one.port);
    expect([one.port, two.port]).toContain(await portAt(url.replace('read-write', 'any')));
    await takeWrites(one, false);
    await expect(portAt(url)).rejects.toThrow(
      `none of the hosts can be used (127.0.0.1:${one.port}: it is read-only; 127.0.0.1:${two.port}: it is read-only; 127.0.0.1:${away}: connect ECONNREFUSED`,
    );
    expect([one.port, two.port]).toContain(await portAt(url, true));
    await awaitDatabase({ url, tell: () => undefined });
    const gone = url.replace(/@[^/]*/, `@127.0.0.1:${away},127.0.0.1:${away + 1}`);
    await expect(portAt(gone)).rejects.toThrow(
      `none of the hosts can be used (127.0.0.1:${away}: connect ECONNREFUSED 127.0.0.1:${away}; 127.0.0.1:${away + 1}: connect ECONNREFUSED`,
    );
    const refused = url.replace('letters', 'others');
    await expect(portAt(refused)).rejects.toThrow(/password authentication failed/);
  });

  it('is left when it takes no writes any more: health says so, reads go on, and writes at the other one', async () => {
    const [one, two] = servers as [EmbeddedPostgres, EmbeddedPostgres];
    await takeWrites(one, true);
    const database = await Database.connect({ url, poolSize: 2 });
    const answers = databaseParts(database).database!;
    const writes = writesPart(database).writes!;
    const served = async (): Promise<number | undefined> => {
      const [row] = await database.query<{ port: number }>('select inet_server_port() as port');
      return row?.port;
    };
    const write = () => database.transaction((tx) => tx.query(`insert into disk_probe (ballast) values ('x')`));
    try {
      await write();
      expect([await answers(), await writes()]).toEqual([READY, READY]);
      let gaps = 0;
      let notices = 0;
      await database.listen(
        'moved',
        () => notices++,
        () => gaps++,
      );
      await takeWrites(one, false);
      // By a write that fails, with the other one not there yet, and by the question that readiness asks.
      await expect(write()).rejects.toMatchObject({ driverError: { code: '25006' } });
      await eventually(writes, ({ ready }) => !ready);
      expect(await answers()).toEqual(READY);
      expect([one.port, two.port]).toContain(await served());
      await takeWrites(two, true);
      await eventually(writes, ({ ready }) => ready);
      await write();
      expect(await served()).toBe(two.port);
      await eventually(() => gaps);
      await database.transaction((tx) => tx.query(`notify moved, 'x'`));
      await eventually(() => notices);
    } finally {
      await database.close();
    }
  });
});

describe('a database on one host that takes no writes', () => {
  it('answers reads and says that it is not ready for writes until it takes them', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'catalog-hosts-'));
    chmodSync(folder, 0o711);
    const server = await startEmbeddedPostgres({ dataDir: join(folder, 'data'), durable: false });
    const database = await Database.connect({ url: server.url, poolSize: 2 });
    const health = writesPart(database).writes!;
    try {
      expect(await health()).toEqual(READY);
      await queryAt(server.administratorUrl, 'alter system set default_transaction_read_only = on');
      await queryAt(server.administratorUrl, 'select pg_reload_conf()');
      await eventually(health, (state) => !state.ready);
      expect(await health()).toMatchObject({
        ready: false,
        reason: expect.stringMatching(/takes no writes: it is a standby, or/),
      });
      expect(await databaseParts(database).database!()).toEqual(READY);
      expect(await database.query('select 1 as one')).toEqual([{ one: 1 }]);
      await queryAt(server.administratorUrl, 'alter system reset default_transaction_read_only');
      await queryAt(server.administratorUrl, 'select pg_reload_conf()');
      await eventually(health, (state) => state.ready);
    } finally {
      await database.close();
      await server.stop();
      rmSync(folder, { recursive: true, force: true });
    }
  });
});
