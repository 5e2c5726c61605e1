import type { Database } from '@app/database';
import type { ScheduledKind } from './schedule';
import type { NextOfKind, ScheduleRepository } from './schedule.repository';
import { Scheduler } from './scheduler';

describe('the scheduler', () => {
  const heard: (() => void)[] = [];
  const database = {
    listen: (_channel: string, handler: (payload: string) => void) => {
      heard.push(() => handler(''));
      return Promise.resolve({ close: () => undefined });
    },
  } as unknown as Database;
  let looks: number;
  let scheduler: Scheduler;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
  });
  afterEach(async () => {
    await scheduler.task.stop();
    jest.useRealTimers();
  });

  const start = (dueInMs: number): void => {
    const nextOfKinds = (): Promise<NextOfKind[]> => {
      looks++;
      return Promise.resolve([{ kind: 'check', dueInMs }]);
    };
    scheduler = new Scheduler(database, { nextOfKinds } as unknown as ScheduleRepository);
    scheduler.register({ name: 'check', isFull: () => Promise.resolve(true) } as unknown as ScheduledKind);
    scheduler.task.start();
  };

  it('looks when the next tick comes or a schedule notifies, not each second', async () => {
    start(4_000);
    await jest.advanceTimersByTimeAsync(3_999);
    expect(looks).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(looks).toBe(2);
    for (const notify of heard) notify();
    await jest.advanceTimersByTimeAsync(0);
    expect(looks).toBe(3);
  });

  it('looks each second while ticks are due of a kind whose queue is full', async () => {
    start(0);
    await jest.advanceTimersByTimeAsync(999);
    expect(looks).toBe(1);
    await jest.advanceTimersByTimeAsync(1);
    expect(looks).toBe(2);
  });
});
