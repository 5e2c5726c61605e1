import { criticalFault, type BackgroundTasks, type Fault, notReady, type PartState, READY } from '@app/common';
import type { Database } from '@app/database';
import type { QueueHealth } from '@app/queue';
import type { SearchBackend } from '@app/search';
import { Shutdown } from '../http/lifecycle/shutdown';
import { Readiness } from './readiness';

interface Parts {
  readonly ping?: () => Promise<void>;
  readonly pending?: () => Promise<string[]>;
  readonly queue?: () => Promise<PartState>;
  readonly search?: () => Promise<boolean>;
  readonly isReadOnly?: boolean;
  readonly isDiskFull?: boolean;
  /** Data runs that no worker will take. */
  readonly unserved?: number;
  readonly faults?: readonly Fault[];
}

function readiness(
  { ping, pending, queue, search, isReadOnly = false, isDiskFull = false, unserved = 0, faults = [] }: Parts,
  shutdown = new Shutdown(),
): Readiness {
  const database = {
    takesWrites: async () => {
      await ping?.();
      return !isReadOnly;
    },
    pendingMigrations: pending ?? (async () => []),
    disk: { isFull: isDiskFull },
    commits: { state: () => READY },
    read: async () => [{ workers: 0, unserved }],
  };
  const health = { check: queue ?? (async () => ({ ready: true })) };
  const found = { state: async () => (!search || (await search()) ? READY : notReady('not available')) };
  return new Readiness(
    database as unknown as Database,
    health as unknown as QueueHealth,
    found as unknown as SearchBackend,
    shutdown,
    { faults } as BackgroundTasks,
  );
}

const refuse = () => Promise.reject(new Error('connect ECONNREFUSED 10.1.2.3:5432'));

describe('Readiness', () => {
  it('is ready when every part is', async () => {
    expect(await readiness({}).report()).toMatchObject({ status: 'ready' });
  });

  it('names the part that is away, but not where it lives', async () => {
    const report = await readiness({ ping: refuse, pending: refuse }).report();
    expect(report).toMatchObject({
      status: 'not ready',
      parts: { database: { ready: false }, queue: { ready: true } },
    });
    expect(JSON.stringify(report)).not.toContain('10.1.2.3');
  });

  it('is not ready while migrations are to run', async () => {
    const report = await readiness({ pending: async () => ['A1', 'B2'] }).report();
    expect(report.parts['migrations']).toEqual({ ready: false, reason: expect.stringContaining('2 to run') });
  });

  it('is degraded, and serves, without the queue: what is accepted waits in the database', async () => {
    for (const queue of [async () => notReady('it does not answer'), refuse]) {
      const answer = await readiness({ queue }).ready();
      expect(answer).toMatchObject({ code: 200, body: { status: 'degraded', parts: { queue: { ready: false } } } });
    }
  });

  it('is not ready with a queue that may lose jobs, and says why', async () => {
    const fault = criticalFault('its eviction policy is allkeys-lru, but must be noeviction');
    expect(await readiness({ queue: async () => fault }).ready()).toEqual({
      code: 503,
      body: expect.objectContaining({ status: 'not ready', parts: expect.objectContaining({ queue: fault }) }),
    });
  });

  it('is degraded, and serves, without search', async () => {
    for (const search of [async () => false, refuse]) {
      const report = await readiness({ search }).report();
      expect(report).toMatchObject({
        status: 'degraded',
        parts: { search: { ready: false, reason: 'not available' } },
      });
    }
  });

  it('is degraded, and serves, while the disk of the database is full', async () => {
    const disk = { ready: false, reason: 'the disk of the database is full' };
    expect(await readiness({ isDiskFull: true }).ready()).toMatchObject({
      code: 200,
      body: { status: 'degraded', parts: { database: { ready: true }, disk } },
    });
  });

  it('is degraded, and serves, on a server that takes no writes', async () => {
    const writes = { ready: false, reason: expect.stringContaining('takes no writes') };
    expect(await readiness({ isReadOnly: true }).ready()).toMatchObject({
      code: 200,
      body: { status: 'degraded', parts: { database: { ready: true }, writes } },
    });
  });

  it('is degraded, and serves, while data runs wait that no worker will take', async () => {
    expect(await readiness({ unserved: 2 }).ready()).toMatchObject({
      code: 200,
      body: {
        status: 'degraded',
        parts: { data: { reason: '2 data runs wait, and no worker serves the lane data (WORKER_QUEUES)' } },
      },
    });
  });

  it('is degraded while background work fails each time for what it asks, and says why; an outage is another part', async () => {
    const failing = 'refusals are not recorded in the audit';
    const faults = [
      { failing, error: Object.assign(new Error('function max(xid8) does not exist'), { code: '42883' }) },
      {
        failing: 'names wait',
        error: Object.assign(new Error('connect ECONNREFUSED 10.1.2.3'), { code: 'ECONNREFUSED' }),
      },
      { failing: 'others wait', error: Object.assign(new Error('invalid date: "secret"'), { code: '22007' }) },
    ];
    const reason = `${failing}: function max(xid8) does not exist; others wait: the database refuses a value (22007), see the log`;
    expect(await readiness({ faults }).ready()).toMatchObject({
      code: 200,
      body: { status: 'degraded', parts: { background: { ready: false, reason } } },
    });
  });

  it('does not wait for a part that does not answer', async () => {
    jest.useFakeTimers();
    try {
      const report = readiness({ ping: () => new Promise(() => undefined) }).report();
      await jest.advanceTimersByTimeAsync(2_000);
      expect((await report).parts['database']).toEqual({ ready: false, reason: 'does not answer in time' });
    } finally {
      jest.useRealTimers();
    }
  });

  it('is not ready from the moment that the process is asked to end', async () => {
    const shutdown = new Shutdown();
    shutdown.begin();
    expect(await readiness({}, shutdown).report()).toMatchObject({
      status: 'not ready',
      parts: { api: { reason: 'stopping' } },
    });
  });
});
