import { appendFileSync, existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { cp } from 'node:fs/promises';
import { restoreBackup } from '@app/embedded';
import { Sandbox } from '../embedded/support/sandbox';
import type { RestClient } from '../support/rest-client';
import { RunningStack } from './support/running-stack';

const COLUMNS = [{ name: 'id', dataType: 'INT' }];
const SCHEMA = 'kept.db.public';

/** Makes tables one after the other till it is stopped; knows which of them were acknowledged. */
class Writer {
  readonly acknowledged: number[] = [];
  private isStopped = false;
  private readonly life: Promise<void>;

  constructor(private readonly client: RestClient) {
    this.life = this.write();
  }

  /** Resolves when so many more are acknowledged. */
  async more(count: number): Promise<void> {
    const wanted = this.acknowledged.length + count;
    while (this.acknowledged.length < wanted) await Promise.race([this.life, new Promise(setImmediate)]);
  }

  stop(): Promise<void> {
    this.isStopped = true;
    return this.life;
  }

  private async write(): Promise<void> {
    for (let number = 0; !this.isStopped; number++) {
      await this.client.must('PUT', '/tables', { name: `t${number}`, databaseSchema: SCHEMA, columns: COLUMNS });
      this.acknowledged.push(number);
    }
  }
}

describe('the backup of the embedded database', () => {
  const sandbox = new Sandbox();
  const folder = sandbox.path('backup');
  let stack: RunningStack;
  let client: RestClient;
  let before: number[];
  let after: number[];

  beforeAll(async () => {
    stack = await RunningStack.on(sandbox);
    await stack.start();
    client = await stack.client();
    await client.must('POST', '/services/databaseServices', { name: 'kept', serviceType: 'Postgres' });
    await client.must('POST', '/databases', { name: 'db', service: 'kept' });
    await client.must('POST', '/databaseSchemas', { name: 'public', database: 'kept.db' });
    const writer = new Writer(client);
    await writer.more(20);
    const entity = { type: 'table', fullyQualifiedName: `${SCHEMA}.t0` };
    await client.must('POST', '/dataContracts', { name: 'promise', entity, schema: COLUMNS });
    before = [...writer.acknowledged];
    expect(await stack.command('backup', folder)).toMatchObject({ code: 0, output: expect.stringContaining(folder) });
    after = [...writer.acknowledged];
    await writer.more(5);
    await writer.stop();
    await stack.stop();
  });
  afterAll(() => sandbox.end());

  it('was taken while others wrote, and only its owner can read it', () => {
    expect(after.length).toBeGreaterThan(before.length);
    expect(statSync(folder).mode & 0o777).toBe(0o700);
    const secrets = ['postgres.password', 'signing-key.pem'].map((name) => `${folder}/secrets/${name}`);
    expect(secrets.map((file) => statSync(file).mode & 0o777)).toEqual([0o600, 0o600]);
  });

  it('is not restored over a database, and not taken of one that is not there', async () => {
    const occupied = await stack.command('restore', folder);
    expect(occupied).toEqual({ code: 1, output: expect.stringContaining('Move DATA_DIR away, or name another') });
    const stopped = await stack.command('backup', sandbox.path('another'));
    expect(stopped).toEqual({ code: 1, output: expect.stringContaining('No database runs on DATA_DIR') });
    expect(existsSync(sandbox.path('another'))).toBe(false);
    expect(await stack.command('backup')).toEqual({ code: 2, output: expect.stringContaining('Usage:') });
    expect(await stack.command('restore', '--help')).toEqual({ code: 0, output: expect.stringContaining('Usage:') });
  });

  describe('that is damaged', () => {
    const damaged = sandbox.path('damaged');
    const control = `${damaged}/cluster/global/pg_control`;
    beforeEach(() => cp(folder, damaged, { recursive: true }));
    afterEach(() => rmSync(damaged, { recursive: true }));

    const damages: [string, () => void, RegExp][] = [
      ['a byte is another', () => flip(control), /damaged: cluster\/global\/pg_control is not what was copied/],
      ['a file is longer', () => appendFileSync(control, '!'), /pg_control has 8193 bytes instead of 8192/],
      ['a file is missing', () => rmSync(control), /pg_control is missing/],
      ['a secret is missing', () => rmSync(`${damaged}/secrets/signing-key.pem`), /signing-key.pem is missing/],
      [
        'it was cut short',
        () => rmSync(`${damaged}/manifest.json`),
        /holds no backup: its manifest.json cannot be read/,
      ],
      ['it is of another version', () => revise(`${damaged}/manifest.json`, { postgres: '17' }), /is of PostgreSQL 17/],
      [
        'it is of a later format',
        () => revise(`${damaged}/manifest.json`, { format: 2 }),
        /has format 2, .* reads format 1/,
      ],
      ...['cluster/../../evil', '/etc/passwd', 'secrets/../evil', 'secrets/a/b', 'elsewhere/file', 'cluster//x'].map(
        (path): [string, () => void, RegExp] => [
          `it names ${path}`,
          () => revise(`${damaged}/manifest.json`, { files: [{ path, size: 0, sha256: '' }] }),
          /which lies outside of it/,
        ],
      ),
    ];

    it.each(damages)('is refused where %s, and leaves no database', async (_, damage, reason) => {
      damage();
      const dataDir = sandbox.dataDir();
      await expect(restoreBackup({ dataDir, folder: damaged })).rejects.toThrow(reason);
      expect(existsSync(`${dataDir}/postgres`)).toBe(false);
    });
  });

  describe('restored after everything was wiped', () => {
    beforeAll(async () => {
      rmSync(stack.dataDir, { recursive: true });
      expect(await stack.command('restore', folder)).toMatchObject({ code: 0 });
      await stack.start();
    });
    afterAll(() => stack.stop());

    it('has every write that was acknowledged before it began, and of the later ones the first', async () => {
      const path = `/tables?databaseSchema=${SCHEMA}&limit=1000`;
      // The token is of the time before: the key that signed it is there again.
      const { data } = await client.must<{ data: { name: string }[] }>('GET', path);
      const found = data.map(({ name }) => Number(name.slice(1))).sort((a, b) => a - b);
      expect(found).toEqual(Array.from({ length: found.length }, (_, at) => at));
      expect(found.length).toBeGreaterThanOrEqual(before.length);
      // One more may have been committed, and not yet acknowledged, when the backup ended.
      expect(found.length).toBeLessThanOrEqual(after.length + 1);
    });

    it('agrees with itself: catalog, search and queue', async () => {
      expect(await stack.command('catalog', 'check')).toMatchObject({ code: 0 });
      const search = await stack.command('search', 'check');
      expect(search).toEqual({ code: 0, output: expect.stringContaining('the index is true') });
      expect(await stack.command('search', 'rebuild')).toMatchObject({ code: 0 });
      const { id } = await client.must<{ id: string }>('GET', `/dataContracts/name/${SCHEMA}.t0.dataContract_promise`);
      const run = await client.must<{ contractExecutionStatus: string }>('POST', `/dataContracts/${id}/validate`);
      expect(run.contractExecutionStatus).toBe('Success');
    });
  });
});

function flip(file: string): void {
  const bytes = readFileSync(file);
  bytes[100]! ^= 1;
  writeFileSync(file, bytes);
}

function revise(file: string, change: object): void {
  writeFileSync(file, JSON.stringify({ ...(JSON.parse(readFileSync(file, 'utf8')) as object), ...change }));
}
