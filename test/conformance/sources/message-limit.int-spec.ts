import { engineOf, runChecks, type Session } from '@app/sources';
import { Client } from 'pg';
import { createTestDatabase } from '../../support/embedded-database';
import { CERTIFICATE, type FalseProtocol, startFalseServer } from '../../support/sources/false-server';
import { MISSING_MARIADB, type MariaDbServer, startMariaDb } from '../../support/sources/mariadb-server';
import { contextWith } from '../../support/sources/source-context.fixture';
import { describeUnless } from '../../support/unless-refused';

const MB = 1024 * 1024;
const LIMIT = { bytes: MB };

/** `R` with a length of 2 GB. */
const POSTGRES: FalseProtocol = {
  tlsAnswer: Buffer.from('S'),
  tlsRequestBytes: 8,
  header: Buffer.from('R\x7f\xff\xff\xff', 'latin1'),
};

/** Of MySQL 8, with TLS and passwords of either kind; then a packet of the greatest length, with which a longer message begins. */
const MYSQL: FalseProtocol = {
  greeting: greetingOf('8.0.36'),
  tlsRequestBytes: 36,
  header: Buffer.from([0xff, 0xff, 0xff, 2]),
};

function greetingOf(version: string): Buffer {
  const body = Buffer.concat([
    Buffer.from(`\x0a${version}\0`, 'latin1'),
    Buffer.from([1, 0, 0, 0]),
    Buffer.from('12345678\0', 'latin1'),
    // Capabilities, the set of characters, the state, further capabilities, the length of the salt.
    Buffer.from([0xff, 0xff, 45, 2, 0, 0x0f, 0x00, 21]),
    Buffer.alloc(10),
    Buffer.from('123456789012\0mysql_native_password\0', 'latin1'),
  ]);
  return Buffer.concat([Buffer.from([body.length, 0, 0, 0]), body]);
}

const config = (port: number) => ({ hostPort: `127.0.0.1:${port}`, username: 'u', database: 'd', password: 'p' });

async function opened(type: string, given: object): Promise<Session> {
  const engine = engineOf(type)!;
  const read = engine.readConfig(given as Record<string, unknown>);
  if ('faults' in read) throw new Error(JSON.stringify(read.faults));
  return engine.connect(read.config, contextWith());
}

const reasonOf = (asked: Promise<unknown>): Promise<string> =>
  asked.then(
    () => 'none',
    (error: { reason: string }) => error.reason,
  );

const numberOf = async (session: Session, sql: string): Promise<string> => (await session.query(sql)).rows[0]![0]!;

describe('a message of a server that is larger than any result', () => {
  it.each([
    ['Postgres', POSTGRES, false, { sslMode: 'disable' }],
    ['Postgres', POSTGRES, true, { sslMode: 'require' }],
    ['Redshift', POSTGRES, true, { sslMode: 'require' }],
    ['Mysql', MYSQL, false, {}],
    ['Mysql', MYSQL, true, { sslConfig: { caCertificate: CERTIFICATE } }],
  ])(
    'before any login cuts the line of %s when it is announced, without and within TLS (%#)',
    async (type, protocol, hasTls, more) => {
      const server = await startFalseServer(protocol, hasTls);
      const asked = opened(type, { ...config(server.port), authType: { password: 'p' }, ...more });
      expect(await reasonOf(asked)).toBe('tooLarge');
      expect(server.taken()).toBeLessThan(16 * MB);
      server.stop();
    },
  );
});

describe('a value of PostgreSQL that is larger than a result may be', () => {
  let database: Awaited<ReturnType<typeof createTestDatabase>>;
  let session: Session;
  const given = (url: URL) => ({
    hostPort: `${url.hostname}:${url.port}`,
    username: url.username,
    authType: { password: url.password },
    database: url.pathname.slice(1),
    sslMode: 'disable',
  });

  beforeAll(async () => {
    database = await createTestDatabase('template0');
    const admin = new Client({ connectionString: database.adminUrl });
    await admin.connect();
    await admin.query('CREATE SCHEMA shop; CREATE TABLE shop.orders AS SELECT 7 AS id');
    await admin.end();
  });
  beforeEach(async () => {
    session = await opened('Postgres', given(new URL(database.adminUrl)));
    await session.enter('shop');
  });
  afterEach(() => session.close());
  afterAll(() => database?.drop());

  it('is too large, is not taken into memory, and is no harm to the next statement', async () => {
    const before = process.memoryUsage.rss();
    let most = before;
    const look = setInterval(() => (most = Math.max(most, process.memoryUsage.rss())), 1);
    expect(await reasonOf(session.query("SELECT repeat('x', 200000000)", LIMIT))).toBe('tooLarge');
    clearInterval(look);
    expect(most - before).toBeLessThan(64 * MB);
    expect(await numberOf(session, 'SELECT id FROM orders')).toBe('7');
    expect(await reasonOf(session.query('DELETE FROM orders'))).toBe('notReadOnly');
  });

  it('makes a check of a single value too large, and no more; one of two rows is no single value', async () => {
    const place = { database: 'd', schema: 'shop', table: 'orders', columns: [], zone: 'UTC', now: 0, customSql: true };
    const sql = (query: string) => ({ rule: { type: 'sql', query, mustBe: 7 } }) as const;
    const checks = [
      sql("SELECT repeat('x', 40000000)"),
      sql('SELECT id FROM orders UNION ALL SELECT 1'),
      sql('SELECT id FROM orders'),
    ];
    const { outcomes } = await runChecks(session, place, checks, { rowsLimit: 10 });
    expect(outcomes.map(({ reason, status }) => reason ?? status)).toEqual(['tooLarge', 'notSingleValue', 'Success']);
  });

  it('ends the statement in the source where rows together are too large, within its snapshot', async () => {
    const process = await numberOf(session, 'SELECT pg_backend_pid()');
    const rows = "SELECT repeat('x', 900000), pg_sleep(0.01) FROM generate_series(1, 9000)";
    const began = performance.now();
    expect(await reasonOf(session.query(rows, LIMIT))).toBe('tooLarge');
    // All of them would take a minute and a half.
    expect(performance.now() - began).toBeLessThan(45_000);
    expect(await numberOf(session, 'SELECT pg_backend_pid()')).toBe(process);
    expect(await numberOf(session, 'SELECT id FROM orders')).toBe('7');
  });

  it('takes a value of the limit', async () => {
    expect((await numberOf(session, `SELECT repeat('x', ${16 * MB})`)).length).toBe(16 * MB);
    expect(await reasonOf(session.query(`SELECT repeat('x', ${16 * MB + 1})`))).toBe('tooLarge');
  });
});

describeUnless(MISSING_MARIADB, 'a value of MariaDB that is larger than a result may be', () => {
  let server: MariaDbServer;
  let session: Session;
  beforeAll(async () => {
    server = await startMariaDb();
    await server.admin.query("SET GLOBAL max_allowed_packet = 1073741824; CREATE USER u@'127.0.0.1' IDENTIFIED BY 'p'");
    await server.admin.query("CREATE DATABASE shop; CREATE TABLE shop.orders SELECT 7 AS id; GRANT SELECT ON shop.* TO u@'127.0.0.1'"); // prettier-ignore
    session = await opened('MariaDB', { ...config(server.port), database: undefined });
    await session.enter('shop');
  });
  afterAll(async () => {
    await session?.close();
    await server?.stop();
  });

  it.each([2_500_000, 40_000_000])('is too large at %d bytes, and no harm to the next statement', async (bytes) => {
    expect(await reasonOf(session.query(`SELECT repeat('x', ${bytes})`, LIMIT))).toBe('tooLarge');
    expect(await numberOf(session, 'SELECT id FROM orders')).toBe('7');
  });
});
