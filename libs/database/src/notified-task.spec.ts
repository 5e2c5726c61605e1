import type { Subscription } from './listener';
import { FALLBACK_MS, NotifiedTask } from './notified-task';

/** The database as it notifies: notifications are lost while it is away. */
class Channel {
  isAway = false;
  readonly hearers = new Set<() => void>();

  listen(_channel: string, handler: (payload: string) => void): Promise<Subscription> {
    if (this.isAway) return Promise.reject(new Error('away'));
    const hear = (): void => handler('');
    this.hearers.add(hear);
    return Promise.resolve({ close: () => void this.hearers.delete(hear) });
  }

  notify(): void {
    for (const hear of this.hearers) hear();
  }
}

describe('a task that notifications wake', () => {
  let channel: Channel;
  let warned: string[];
  let rounds: number;

  beforeEach(() => {
    jest.useFakeTimers();
    channel = new Channel();
    warned = [];
    rounds = 0;
  });
  afterEach(() => jest.useRealTimers());

  function started(gatherMs?: number): NotifiedTask {
    const log = { log: () => undefined, debug: () => undefined, warn: (text: string) => warned.push(text) };
    const options = { channel: 'rows', log, failing: 'rows wait', recovered: 'rows are seen to again' };
    const work = async (): Promise<void> => void rounds++;
    const task = new NotifiedTask(channel, work, { ...options, ...(gatherMs !== undefined && { gatherMs }) });
    task.start();
    return task;
  }

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('looks once at its start, and then at each notification', async () => {
    const task = started();
    await pass(1_000);
    expect(rounds).toBe(1);
    channel.notify();
    await pass(0);
    expect(rounds).toBe(2);
    await task.stop();
    expect(channel.hearers.size).toBe(0);
  });

  it('gathers notifications for a while', async () => {
    const task = started(250);
    await pass(0);
    for (let n = 0; n < 5; n++) channel.notify();
    await pass(249);
    expect(rounds).toBe(1);
    await pass(1);
    expect(rounds).toBe(2);
    task.wakeNow();
    await pass(0);
    expect(rounds).toBe(3);
    await task.stop();
  });

  it('finds after a while what it was not notified of', async () => {
    const task = started();
    await pass(FALLBACK_MS);
    expect(rounds).toBe(2);
    await task.stop();
  });

  it('goes on where it cannot listen, says so once, and listens as soon as it can', async () => {
    channel.isAway = true;
    const task = started();
    await pass(3 * FALLBACK_MS);
    expect(rounds).toBe(4);
    expect(warned).toEqual(['notifications of rows are not heard: away']);
    channel.isAway = false;
    await pass(FALLBACK_MS);
    channel.notify();
    await pass(0);
    expect(rounds).toBe(6);
    await task.stop();
  });
});
