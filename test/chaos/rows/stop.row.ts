import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { makeContracts } from '../../support/chaos/chaos-catalog';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { History } from '../../support/chaos/history';
import { sentToLocked } from '../../support/metric';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import { expectWhole } from '../../support/chaos/verdict';

const WAITS = 96;
/** A quarter of its six connections, and one. */
const WRITES = 2;
const IDLE = 200;
const JOBS = 20;
/** What a supervisor grants, in ms. */
const MOST_MS = 10_000;
const PATIENCE_MS = 60_000;

/** Processes are asked to stop while they have their hands full. */
export function stopRow(stackOf: () => ChaosStack): void {
  it(`an API with ${WAITS + WRITES} requests in flight and ${IDLE} idle connections answers all and exits 0`, async () => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, WRITES + 10);
    const written = contracts.slice(0, WRITES);
    const validated = contracts.slice(WRITES);
    const history = new History(client, false);
    const sockets = await Promise.all(Array.from({ length: IDLE }, () => idleConnection(stack.api.port)));
    const tookMs = await stack.server.session(async (session) => {
      await session.query('begin');
      await session.query('select 1 from entity where id = any($1) for update', [written]);
      const change = written.map(
        (id) => () =>
          history.noted('patch', () =>
            client.patch(`/dataContracts/${id}`, [{ op: 'add', path: '/description', value: 'x' }]),
          ),
      );
      const writes = await sentToLocked(`http://127.0.0.1:${stack.api.port}`, change);
      const joined = await stack.api.counted('joined');
      const waits = Array.from({ length: WAITS }, (_, i) =>
        history.validate(validated[i % validated.length]!, Date.now() + PATIENCE_MS, 'wait=60'),
      );
      // In the hands of the API, not on their way to it: all but the first of each contract join its run.
      await until(
        'requests that wait',
        PATIENCE_MS,
        async () => (await stack.api.counted('joined')) - joined,
        (n) => n === WAITS - validated.length,
      );
      const asked = Date.now();
      const ended = stack.api.end('SIGTERM');
      await Promise.all(waits);
      await session.query('commit');
      await Promise.all(writes);
      expect(await ended).toMatchObject({ code: 0 });
      return Date.now() - asked;
    });
    await stack.api.drop();
    expect(history.answers()).toEqual({ 200: WRITES, 202: WAITS });
    expect(tookMs).toBeLessThan(MOST_MS);
    const tally = new Tally(`${stack.backend} stop of an API`, ['answered', 'idle connections closed']);
    tally.add('answered', history.calls.length);
    await Promise.all(sockets.map(async (socket) => socket.destroyed || (await once(socket, 'close'))));
    tally.add('idle connections closed', sockets.length);
    tally.close({ tookMs });
    await stack.startApi();
    await stack.startWorker();
    await expectWhole(stack, client, history, validated);
  });

  it.each([
    ['finish', true],
    ['go back at once', false],
  ])(`the ${JOBS} jobs of a worker that stops %s`, async (_, canFinish) => {
    const stack = stackOf();
    await stack.journal.clear();
    const client = await stack.client();
    const contracts = await makeContracts(client, JOBS, { sla: { refreshFrequency: 'P1D' } });
    const history = new History(client);
    const first = await stack.startWorker({ WORKER_CONCURRENCY: String(JOBS), DATABASE_POOL_SIZE: String(2 * JOBS) });
    const tookMs = await stack.server.session(async (session) => {
      await session.query('begin');
      // What every run with an SLA reads on its way.
      await session.query('lock table observation in access exclusive mode');
      await pooled(JOBS, JOBS, (i) => history.validate(contracts[i]!, Date.now() + PATIENCE_MS));
      await until(
        'running jobs',
        PATIENCE_MS,
        () => running(stack),
        (n) => n === JOBS,
      );
      const asked = Date.now();
      const ended = first.end('SIGTERM');
      if (canFinish) await session.query('rollback');
      expect(await ended).toMatchObject({ code: 0 });
      const took = Date.now() - asked;
      await stack.startWorker();
      if (!canFinish) await session.query('rollback');
      return took;
    });
    await expectWhole(stack, client, history, contracts);
    const claims = await stack.journal.claims();
    // No lease had to run out.
    expect(claims.filter(({ crashes }) => crashes > 0)).toEqual([]);
    const again = claims.filter(({ attempt }) => attempt > 1).length;
    expect(again > 0).toBe(!canFinish);
    new Tally(`${stack.backend} stop of a worker`, []).close({ jobs: JOBS, handedBack: again, tookMs });
    expect(tookMs).toBeLessThan(MOST_MS);
  });
}

async function running(stack: ChaosStack): Promise<number> {
  const text = `select count(*)::int as n from validation_run where state = 'Running'`;
  return (await stack.server.query<{ n: number }>(text))[0]!.n;
}

/** A connection that was used once and then left open. */
async function idleConnection(port: number): Promise<Socket> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  await once(socket, 'connect');
  socket.write('GET /livez HTTP/1.1\r\nhost: localhost\r\n\r\n');
  await once(socket, 'data');
  socket.resume();
  return socket;
}
