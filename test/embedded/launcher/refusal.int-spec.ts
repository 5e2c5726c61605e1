import { appendFileSync, chmodSync, cpSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { EmbeddedPostgresError, startEmbeddedPostgres, type EmbeddedPostgresFailure } from '@app/embedded';
import { Sandbox } from '../support/sandbox';

const sandbox = new Sandbox();
afterAll(() => sandbox.end());

/** A stopped database, made once and copied for each case. */
const stopped = sandbox.dataDir();
beforeAll(async () => (await startEmbeddedPostgres({ dataDir: stopped })).stop());

function copyOfStopped(): string {
  const dataDir = sandbox.dataDir();
  cpSync(stopped, dataDir, { recursive: true });
  return dataDir;
}

async function refusal(
  dataDir: string,
  native?: string,
): Promise<{ reason: EmbeddedPostgresFailure; message: string }> {
  const error: unknown = await startEmbeddedPostgres({ dataDir, native }).catch((thrown: unknown) => thrown);
  if (!(error instanceof EmbeddedPostgresError)) throw new Error(`expected a refusal, got ${String(error)}`);
  return { reason: error.reason, message: error.message };
}

describe('the embedded PostgreSQL says why it does not start', () => {
  it('on data of another major version', async () => {
    const dataDir = copyOfStopped();
    writeFileSync(`${dataDir}/postgres/PG_VERSION`, '15\n');
    const { reason, message } = await refusal(dataDir);
    expect(reason).toBe('other_major_version');
    expect(message).toContain(`${dataDir}/postgres was made by PostgreSQL 15, the embedded one is 18`);
  });

  it('on a folder that holds something else', async () => {
    const dataDir = sandbox.dataDir();
    mkdirSync(`${dataDir}/postgres`, { recursive: true });
    writeFileSync(`${dataDir}/postgres/notes.txt`, 'mine');
    const { reason, message } = await refusal(dataDir);
    expect(reason).toBe('data_directory_unusable');
    expect(message).toContain('is not a PostgreSQL data directory');
  });

  it('without the file of its password', async () => {
    const dataDir = copyOfStopped();
    rmSync(`${dataDir}/postgres.password`);
    const { reason, message } = await refusal(dataDir);
    expect(reason).toBe('data_directory_unusable');
    expect(message).toContain(`${dataDir}/postgres.password, is missing`);
  });

  it('with the end of its log', async () => {
    const dataDir = sandbox.dataDir();
    await (await startEmbeddedPostgres({ dataDir })).stop();
    appendFileSync(`${dataDir}/postgres/postgresql.conf`, "\nwal_level = 'sometimes'\n");
    const { reason, message } = await refusal(dataDir);
    expect(reason).toBe('start_failed');
    expect(message).toContain(`${dataDir}/postgres.log`);
    expect(message).toContain('invalid value for parameter "wal_level": "sometimes"');
  });

  it('when a file stands where the data directory should be', async () => {
    writeFileSync(sandbox.path('file'), '');
    const { reason, message } = await refusal(sandbox.path('file/data'));
    expect(reason).toBe('data_directory_unusable');
    expect(message).toContain(`Cannot make the data directory ${sandbox.path('file/data')}`);
  });

  it('with binaries that are no programs of this machine', async () => {
    const native = sandbox.path('native');
    mkdirSync(`${native}/bin`, { recursive: true });
    writeFileSync(`${native}/pg-symlinks.json`, '[]');
    writeFileSync(`${native}/bin/postgres`, '\x7fELF of another machine');
    chmodSync(`${native}/bin/postgres`, 0o755);
    const { reason, message } = await refusal(sandbox.dataDir(), native);
    expect(reason).toBe('binaries_not_runnable');
    expect(message).toMatch(/cannot be run.*glibc.*DATABASE_URL/s);
  });
});
