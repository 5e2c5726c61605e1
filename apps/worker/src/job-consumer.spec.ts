import { criticalFault, notReady, READY } from '@app/common';
import type { Database } from '@app/database';
import type { QueueHealth, WorkerHost } from '@app/queue';
import type { RunQueue } from '@app/runs';
import { Logger } from '@nestjs/common';
import { JobConsumer } from './job-consumer';

const EVICTS = criticalFault('its eviction policy is allkeys-lru, but must be noeviction');
const AWAY = notReady('it does not answer');

describe('the consumer of jobs', () => {
  let queue = READY;
  let isTaking: boolean;
  let isClaiming: boolean;
  let disk: { isFull: boolean; change?: () => void };
  let consumer: JobConsumer;

  beforeEach(() => {
    jest.useFakeTimers();
    Logger.overrideLogger(false);
    [queue, isTaking, isClaiming, disk] = [READY, false, false, { isFull: false }];
    const host = {
      requireHandlers: () => undefined,
      onBackendError: () => undefined,
      resume: () => (isTaking = true),
      suspend: () => (isTaking = false),
      stop: async () => (isTaking = false),
    };
    const runs = {
      resume: () => (isClaiming = true),
      suspend: () => (isClaiming = false),
    };
    const database = {
      watch: () => undefined,
      disk: { ...disk, onChange: (change: () => void) => (disk.change = change), watch: () => undefined },
    };
    Object.defineProperty(database.disk, 'isFull', { get: () => disk.isFull });
    consumer = new JobConsumer(
      host as unknown as WorkerHost,
      runs as unknown as RunQueue,
      database as unknown as Database,
      { check: async () => queue } as unknown as QueueHealth,
    );
  });
  afterEach(async () => {
    await consumer.stop();
    jest.useRealTimers();
  });

  const takesJobsAfter = async (ms: number): Promise<boolean> => {
    await jest.advanceTimersByTimeAsync(ms);
    expect(isClaiming).toBe(isTaking);
    return isTaking;
  };

  it('takes none from a queue that may lose them, and some a second after that is mended', async () => {
    queue = EVICTS;
    consumer.start();
    expect(await takesJobsAfter(60_000)).toBe(false);
    queue = READY;
    expect(await takesJobsAfter(1_000)).toBe(true);
    queue = EVICTS;
    expect(await takesJobsAfter(5_000)).toBe(false);
  });

  it('waits at its start for a queue that is away, and keeps on waiting for one that it took jobs from', async () => {
    queue = AWAY;
    consumer.start();
    expect(await takesJobsAfter(10_000)).toBe(false);
    queue = READY;
    expect(await takesJobsAfter(1_000)).toBe(true);
    queue = AWAY;
    expect(await takesJobsAfter(10_000)).toBe(true);
    queue = EVICTS;
    expect(await takesJobsAfter(1_000)).toBe(false);
  });

  it('takes none while the disk is full, nor for the room on it from a queue that may lose them', async () => {
    consumer.start();
    expect(await takesJobsAfter(0)).toBe(true);
    disk.isFull = true;
    disk.change!();
    expect(await takesJobsAfter(10_000)).toBe(false);
    queue = EVICTS;
    await jest.advanceTimersByTimeAsync(5_000);
    disk.isFull = false;
    disk.change!();
    expect(isTaking).toBe(false);
    queue = READY;
    expect(await takesJobsAfter(1_000)).toBe(true);
  });
});
