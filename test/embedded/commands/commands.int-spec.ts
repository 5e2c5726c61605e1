import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { freePort, startEmbeddedPostgres, type EmbeddedPostgres } from '@app/embedded';
import { compileInto, NODE_PATH } from '../support/compiled';
import { query } from '../support/query';
import { Sandbox } from '../support/sandbox';
import { WatchedProcess } from '../support/watched-process';

const sandbox = new Sandbox();
const compiled = sandbox.path('compiled');
beforeAll(() => compileInto(compiled, ['apps/stack', 'libs']));
afterAll(() => sandbox.end());

/** Runs one of the commands of package.json; away from the project, so that its .env does not count. */
async function command(
  name: 'main' | 'migrate' | 'status' | 'token',
  settings: NodeJS.ProcessEnv,
  ...args: string[]
): Promise<{ code: number | null; output: string }> {
  const run = new WatchedProcess(process.execPath, [`${compiled}/apps/stack/src/${name}.js`, ...args], {
    cwd: sandbox.folder,
    env: { PATH: process.env.PATH, NODE_PATH, ...settings },
  });
  const { code } = await run.closed;
  return { code, output: run.output };
}

describe('the commands without a database', () => {
  it.each(['migrate', 'token'] as const)('%s says that none runs, and ends with 1', async (name) => {
    const DATA_DIR = sandbox.dataDir();
    const { code, output } = await command(name, { DATA_DIR });
    expect(code).toBe(1);
    expect(output).toContain(`none runs on DATA_DIR ${DATA_DIR}, and DATABASE_URL is not set`);
  });

  it('status ends with 1', async () => {
    const { code, output } = await command('status', { DATA_DIR: sandbox.dataDir(), PORT: '1' });
    expect(code).toBe(1);
    expect(output).toBe('BASE_URL=http://127.0.0.1:1\nAPI=down\nWORKER=down\nDATABASE=down\nQUEUE=down\n');
  });

  it.each(['migrate', 'status', 'token'] as const)('%s lists bad settings, and ends with 78', async (name) => {
    const { code, output } = await command(name, { DATA_DIR: sandbox.dataDir(), PORT: 'many' });
    expect(code).toBe(78);
    expect(output).toMatch(/PORT.*many/s);
  });

  it('token explains itself at a bad argument, and ends with 2', async () => {
    const { code, output } = await command('token', { DATA_DIR: sandbox.dataDir() }, '--expires', 'soon');
    expect(code).toBe(2);
    expect(output).toMatch(/--expires "soon".*Usage: npm run -s token/s);
  });
});

describe('the commands with a running database', () => {
  const dataDir = sandbox.dataDir();
  let server: EmbeddedPostgres;
  beforeAll(async () => (server = await startEmbeddedPostgres({ dataDir })));
  afterAll(() => server.stop());

  it.each([
    ['found by its data directory', (): NodeJS.ProcessEnv => ({ DATA_DIR: dataDir })],
    ['of DATABASE_URL', (): NodeJS.ProcessEnv => ({ DATA_DIR: sandbox.dataDir(), DATABASE_URL: server.url })],
  ])('migrate brings a database %s to the newest schemas, and may be repeated', async (_, settings) => {
    await query(server.url, 'DROP SCHEMA IF EXISTS bullmq CASCADE');
    const first = await command('migrate', settings());
    expect(first).toEqual({ code: 0, output: expect.stringContaining('The tables of the queue (schema bullmq)') });
    const again = await command('migrate', settings());
    expect(again).toEqual({ code: 0, output: 'The database is at the newest schema.\n' });
    const [found] = await query(
      server.url,
      "SELECT to_regclass('entity') AS catalog, to_regnamespace('bullmq') AS queue",
    );
    expect(found).toEqual({ catalog: 'entity', queue: 'bullmq' });
  });

  it('token prints a token and nothing else', async () => {
    await command('migrate', { DATA_DIR: dataDir });
    const { code, output } = await command('token', { DATA_DIR: dataDir }, '--user', 'anna', '--expires', '10m');
    expect({ code, output }).toEqual({
      code: 0,
      output: expect.stringMatching(/^[\w-]+\.[\w-]+\.[\w-]+\n$/) as string,
    });
    const claims = JSON.parse(Buffer.from(output.split('.')[1] as string, 'base64url').toString()) as Record<
      string,
      number
    >;
    expect((claims.exp as number) - (claims.iat as number)).toBe(600);
  });

  it('token prints a link that signs in, under PUBLIC_URL, where there is a console to open', async () => {
    await command('migrate', { DATA_DIR: dataDir });
    const settings = { DATA_DIR: dataDir, PUBLIC_URL: 'https://catalog.example.org' };
    expect(await command('token', settings, '--link')).toEqual({
      code: 2,
      output: expect.stringContaining('--link opens the console') as string,
    });
    await mkdir(join(compiled, 'console'), { recursive: true });
    await writeFile(join(compiled, 'console', 'index.html'), '');
    expect(await command('token', settings, '--link')).toEqual({
      code: 0,
      output: expect.stringMatching(/^https:\/\/catalog\.example\.org\/#ticket=[\w-]{20,}\n$/) as string,
    });
  });

  it('token refuses a role that the user does not have, with 2', async () => {
    await command('migrate', { DATA_DIR: dataDir });
    await command('token', { DATA_DIR: dataDir }, '--user', 'berta');
    const { code, output } = await command('token', { DATA_DIR: dataDir }, '--user', 'berta', '--role', 'Admin');
    expect(code).toBe(2);
    expect(output).toContain('Admin');
  });

  it.each([
    ['migrate', 1],
    ['main', 2],
  ] as const)(
    '%s refuses a database that an unreleased build made, in a sentence that names the way',
    async (name, lines) => {
      await command('migrate', { DATA_DIR: dataDir });
      const rename = (from: string, to: string) =>
        query(server.url, `UPDATE migration SET name = '${to}' WHERE name = '${from}'`);
      await rename('Baseline0000000000001', 'Catalog1700000000000');
      try {
        const { code, output } = await command(name, {
          ...{ DATA_DIR: sandbox.dataDir(), DATABASE_URL: server.url },
          PORT: String(await freePort()),
        });
        expect(code).toBe(1);
        expect(output).toMatch(
          /The migration failed: The database was made by an unreleased build .*npm run backup.* export .*\.\n/,
        );
        expect(output.split('\n').filter((line) => /migration failed|newest schema/.test(line))).toHaveLength(lines);
      } finally {
        await rename('Catalog1700000000000', 'Baseline0000000000001');
      }
    },
  );
});
