import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { issueOperatorToken } from '@app/auth';
import { loadSettings } from '@app/config';
import { findEmbeddedPostgres, freePort } from '@app/embedded';
import { RestClient } from '../../support/rest-client';

const MAIN = resolve(__dirname, '../../../dist/apps/stack/src/main.js');
const CONTRACTS = 20;
const ROUNDS = 6;

/** Processes below this one, however deep, itself first. Linux only, as is the embedded stack under test here. */
function processTree(root: number): number[] {
  const parents = new Map<number, number>();
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
    try {
      const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
      parents.set(Number(pid), Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1]));
    } catch {
      // It ended while we looked.
    }
  }
  const tree = [root];
  for (const pid of tree) for (const [child, parent] of parents) if (parent === pid) tree.push(child);
  return tree;
}

describe('kill -9 of the whole stack during validations', () => {
  let dataDir: string;
  let port: number;
  let stack: ChildProcess;

  const start = async (): Promise<RestClient> => {
    const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'warn' };
    stack = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'pipe'] });
    let output = '';
    await new Promise<void>((ready, fail) => {
      for (const stream of [stack.stdout, stack.stderr]) {
        stream?.on('data', (data: Buffer) => {
          output += data.toString();
          if (output.includes('Ctrl-C ends all of it')) ready();
        });
      }
      stack.once('exit', (code) => fail(new Error(`ended with ${code}:\n${output}`)));
    });
    const databaseUrl = findEmbeddedPostgres(dataDir) ?? '';
    const settings = loadSettings({ DATA_DIR: dataDir, DATABASE_URL: databaseUrl });
    const token = await issueOperatorToken({ user: 'admin', expiresInSeconds: 3600 }, settings);
    return new RestClient(`http://127.0.0.1:${port}`, token);
  };

  beforeAll(async () => {
    dataDir = mkdtempSync(join(tmpdir(), 'catalog-crash-'));
    // As root the database runs under another account, which has to pass through.
    chmodSync(dataDir, 0o711);
    port = await freePort();
  });

  afterAll(async () => {
    if (stack.exitCode === null && stack.signalCode === null) {
      stack.kill('SIGTERM');
      await once(stack, 'exit');
    }
    rmSync(dataDir, { recursive: true, force: true });
  });

  it('leaves every accepted validation with exactly one terminal result', async () => {
    const before = await start();
    const contracts = await makeContracts(before);
    const accepted = new Map<string, string>();
    const asking = Array.from({ length: ROUNDS }, async () => {
      for (const id of contracts) {
        const answer = await before
          .post<{ id: string }>(`/dataContracts/${id}/validate`, undefined, { prefer: 'respond-async' })
          .catch(() => undefined);
        if (answer?.status === 202 || answer?.status === 200) accepted.set(answer.body.id, id);
      }
    });
    // Some were acknowledged, many are on their way: that is the moment.
    while (accepted.size < CONTRACTS / 2) await new Promise(setImmediate);
    for (const pid of processTree(stack.pid as number)) process.kill(pid, 'SIGKILL');
    await Promise.all(asking);
    expect(accepted.size).toBeGreaterThan(0);

    const after = await start();
    for (const [resultId, contract] of accepted) expect(await terminal(after, contract, resultId)).toBe('Success');
    for (const contract of contracts) {
      const { data } = await after.must<{ data: { id: string; contractExecutionStatus: string }[] }>(
        'GET',
        `/dataContracts/${contract}/results?limit=1000`,
      );
      const ids = data.map(({ id }) => id);
      expect(new Set(ids).size).toBe(ids.length);
      for (const [resultId, of] of accepted) if (of === contract) expect(ids).toContain(resultId);
    }
  });
});

async function makeContracts(client: RestClient): Promise<string[]> {
  await client.must('PUT', '/services/databaseServices', { name: 'crash', serviceType: 'Postgres' });
  await client.must('PUT', '/databases', { name: 'db', service: 'crash' });
  await client.must('PUT', '/databaseSchemas', { name: 's', database: 'crash.db' });
  const columns = [{ name: 'id', dataType: 'INT' }];
  const ids: string[] = [];
  for (let i = 0; i < CONTRACTS; i++) {
    await client.must('PUT', '/tables', { name: `t${i}`, databaseSchema: 'crash.db.s', columns });
    const entity = { type: 'table', fullyQualifiedName: `crash.db.s.t${i}` };
    ids.push(
      (await client.must<{ id: string }>('POST', '/dataContracts', { name: `c${i}`, entity, schema: columns })).id,
    );
  }
  return ids;
}

/** Waits for the end of a run by joining nothing and polling one row: the stack has just come back. */
async function terminal(client: RestClient, contract: string, resultId: string): Promise<string> {
  for (;;) {
    const { contractExecutionStatus } = await client.must<{ contractExecutionStatus: string }>(
      'GET',
      `/dataContracts/${contract}/results/${resultId}`,
    );
    if (contractExecutionStatus !== 'Queued' && contractExecutionStatus !== 'Running') return contractExecutionStatus;
    await new Promise((wake) => setTimeout(wake, 100));
  }
}
