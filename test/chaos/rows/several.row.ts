import { execFile } from 'node:child_process';
import { resolve } from 'node:path';
import { promisify } from 'node:util';
import { makeContracts, resultsOf } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { isFull } from '../../support/chaos/chaos-size';
import { History } from '../../support/chaos/history';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const MIGRATE = resolve(__dirname, '../../../dist/apps/stack/src/migrate.js');
const CLOCK = resolve(__dirname, '../../support/chaos/stack/shifted-clock.cjs');
const PROCESSES = 8;
const HOUR_MS = 3_600_000;
const RUNS = isFull ? 300 : 40;
const PATIENCE_MS = 60_000;

/** Several of each process, not all of which agree on the time. */
export function severalRow(stackOf: () => ChaosStack): void {
  it(`${PROCESSES} processes that migrate a new database at once do so once`, async () => {
    const { server, backend } = stackOf();
    const name = `several_${process.pid}_${backend}`;
    const env = { PATH: process.env.PATH, DATABASE_URL: await server.makeDatabase(name), DATA_DIR: server.dataDir };
    const migrate = () => promisify(execFile)(process.execPath, [MIGRATE], { env });
    const said = await Promise.all(Array.from({ length: PROCESSES }, migrate));
    const done = said.filter(({ stdout }) => /migrations done/.test(stdout)).length;
    const none = said.filter(({ stdout }) => /at the newest schema/.test(stdout)).length;
    new Tally(`${backend} migrations at once`, ['migrated', 'waited']).close({ migrated: done, waited: none });
    expect([done, none]).toEqual([1, PROCESSES - 1]);
  });

  it('workers whose clocks are an hour off, each way: order and leases hold', async () => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, 10);
    const history = new History(client);
    const from = Date.now();
    const shifted = (ms: number) =>
      stack.startWorker({ NODE_OPTIONS: `--require ${CLOCK}`, CLOCK_SHIFT_MS: String(ms), WORKER_CONCURRENCY: '2' });
    const [ahead, behind] = await Promise.all([shifted(HOUR_MS), shifted(-HOUR_MS)]);
    await pooled(RUNS, 6, (i) => history.validate(contracts[i % contracts.length]!, Date.now() + PATIENCE_MS));
    await until(
      'all runs have ended',
      PATIENCE_MS,
      () => stack.journal.openRuns(),
      (open) => open === 0,
    );
    const claims = await stack.journal.claims();
    // Nobody took a run from someone alive, however late or early he thinks it is.
    expect(claims.filter(({ attempt }) => attempt > 1)).toEqual([]);
    const results = await resultsOf(client, contracts);
    const off = results.filter(({ timestamp }) => timestamp < from - 1_000 || timestamp > Date.now() + 1_000);
    expect(off).toEqual([]);
    await expectWhole(stack, client, history, contracts);
    new Tally(`${stack.backend} clocks off`, ['claimed ahead', 'claimed behind']).close({
      'claimed ahead': claims.filter(({ pid }) => pid === ahead.pid).length,
      'claimed behind': claims.filter(({ pid }) => pid === behind.pid).length,
    });
  });
}
