import { existsSync, statSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { findAdministrator, findEmbeddedPostgres, processStartTime, startEmbeddedPostgres } from '@app/embedded';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';

const sandbox = new Sandbox();
afterAll(() => sandbox.end());

describe('the embedded PostgreSQL', () => {
  it('starts on an empty folder, durable, private, in a byte-wise locale, and again with its data', async () => {
    const dataDir = sandbox.dataDir();
    expect(findEmbeddedPostgres(dataDir)).toBeNull();
    const first = await startEmbeddedPostgres({ dataDir });
    expect(first).toMatchObject({ cold: true, adopted: false });
    expect(new URL(first.url)).toMatchObject({ hostname: '127.0.0.1', username: 'app', pathname: '/catalog' });
    expect(findEmbeddedPostgres(dataDir)).toBe(first.url);
    expect(statSync(`${dataDir}/postgres.password`).mode & 0o777).toBe(0o600);
    const [locale] = await query(
      first.url,
      'CREATE TABLE kept (value text)',
      "INSERT INTO kept VALUES ('yes')",
      "SELECT datlocale, encoding, lower('ÄÖ') AS lower FROM pg_database WHERE datname = 'catalog'",
    );
    expect(locale).toMatchObject({ datlocale: 'C.UTF-8', encoding: 6, lower: 'äö' });
    const settings = await query(
      first.administratorUrl,
      `SELECT name, setting FROM pg_settings
       WHERE name IN ('fsync', 'synchronous_commit', 'listen_addresses', 'unix_socket_directories', 'password_encryption')
       ORDER BY name`,
    );
    expect(settings.map(({ setting }) => setting)).toEqual(['on', '127.0.0.1', 'scram-sha-256', 'on', '']);
    await first.stop();
    // Gone, or a zombie that nobody has waited for yet.
    expect(processStartTime(first.pid)).toBeNull();
    expect(findEmbeddedPostgres(dataDir)).toBeNull();

    const second = await startEmbeddedPostgres({ dataDir });
    expect(second).toMatchObject({ cold: false, adopted: false });
    expect(await query(second.url, 'SELECT value FROM kept')).toEqual([{ value: 'yes' }]);
    await second.stop();
  });

  it('gives the service an ordinary role that owns the database, and keeps its superuser for itself', async () => {
    const dataDir = sandbox.dataDir();
    const server = await startEmbeddedPostgres({ dataDir });
    const [role] = await query(
      server.url,
      `SELECT rolname, rolsuper OR rolcreatedb OR rolcreaterole OR rolreplication OR rolbypassrls AS may, pg_get_userbyid(datdba) AS owner
         FROM pg_roles, pg_database WHERE rolname = current_user AND datname = current_database()`,
    );
    expect(role).toEqual({ rolname: 'app', may: false, owner: 'app' });
    await expect(query(server.url, 'CREATE ROLE other')).rejects.toThrow(/permission denied/);
    const guessed = Object.assign(new URL(server.administratorUrl), { password: new URL(server.url).password });
    await expect(query(guessed.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    expect(findAdministrator(dataDir)).toBe(server.administratorUrl);
    await server.stop();
    expect(findAdministrator(dataDir)).toBeNull();
  });

  it('says what to do with a folder whose superuser is another role, as of an earlier version, and leaves no server behind', async () => {
    const dataDir = sandbox.dataDir();
    const server = await startEmbeddedPostgres({ dataDir });
    await query(server.administratorUrl, `CREATE ROLE former SUPERUSER LOGIN PASSWORD 'letters'`);
    const former = Object.assign(new URL(server.administratorUrl), { username: 'former', password: 'letters' });
    await query(former.href, 'ALTER ROLE postgres RENAME TO renamed');
    await server.stop();
    await expect(startEmbeddedPostgres({ dataDir })).rejects.toThrow(
      /does not let its superuser "postgres" in .*earlier version.*set another DATA_DIR, or move this one away/,
    );
    expect(findEmbeddedPostgres(dataDir)).toBeNull();
  });

  it('lets nobody in without the password', async () => {
    const { url, stop } = await startEmbeddedPostgres({ dataDir: sandbox.dataDir() });
    const wrong = new URL(url);
    wrong.password = 'guessed';
    await expect(query(wrong.href, 'SELECT 1')).rejects.toThrow(/password authentication failed/);
    await stop();
  });

  it('takes another port when the wanted one is taken', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    const { port } = other.address() as AddressInfo;
    const server = await startEmbeddedPostgres({ dataDir: sandbox.dataDir(), preferredPort: port });
    expect(server.port).not.toBe(port);
    expect(await query(server.url, 'SELECT 1 AS one')).toEqual([{ one: 1 }]);
    await server.stop();
    await new Promise((resolve) => other.close(resolve));
  });

  it('keeps the wanted port when it is free', async () => {
    const dataDir = sandbox.dataDir();
    const first = await startEmbeddedPostgres({ dataDir });
    await first.stop();
    const second = await startEmbeddedPostgres({ dataDir, preferredPort: first.port });
    expect(second.url).toBe(first.url);
    await second.stop();
  });

  it('started twice at once on an empty folder, is one server', async () => {
    const dataDir = sandbox.dataDir();
    const both = await Promise.all([startEmbeddedPostgres({ dataDir }), startEmbeddedPostgres({ dataDir })]);
    expect(both[0].pid).toBe(both[1].pid);
    expect(both[0].url).toBe(both[1].url);
    expect(both.filter(({ adopted }) => adopted)).toHaveLength(1);
    await both[0].stop();
    await both[1].stop();
    expect(existsSync(`${dataDir}/postgres/postmaster.pid`)).toBe(false);
  });

  it('tells when it has gone', async () => {
    const server = await startEmbeddedPostgres({ dataDir: sandbox.dataDir() });
    const exited = server.exited();
    process.kill(server.pid, 'SIGINT');
    await exited;
    expect(processStartTime(server.pid)).toBeNull();
  });
});
