import { PeriodicTask } from './periodic-task';

describe('a periodic task', () => {
  let logged: string[];
  let tasks: PeriodicTask[];

  beforeEach(() => {
    jest.useFakeTimers();
    logged = [];
    tasks = [];
  });

  afterEach(async () => {
    const stopped = Promise.all(tasks.map((task) => task.stop()));
    await jest.runAllTimersAsync();
    await stopped;
    expect(jest.getTimerCount()).toBe(0);
    jest.useRealTimers();
  });

  const log = { log: (text: string) => logged.push(text), warn: (text: string) => logged.push(`warn ${text}`) };

  function started(work: (signal: AbortSignal) => Promise<unknown>, more: object = {}): PeriodicTask {
    const options = { restMs: 100, log, failing: 'it is behind', recovered: 'it is back', ...more };
    const task = new PeriodicTask(work, options);
    tasks.push(task);
    task.start();
    return task;
  }

  const pass = (ms: number) => jest.advanceTimersByTimeAsync(ms);

  it('begins at once and rests between rounds', async () => {
    const work = jest.fn(async () => undefined);
    started(work);
    await pass(0);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(99);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('rests first where it is told to', async () => {
    const work = jest.fn(async () => undefined);
    started(work, { restFirst: true });
    await pass(99);
    expect(work).not.toHaveBeenCalled();
    await pass(1);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('does not rest while there is more to do', async () => {
    const work = jest.fn().mockResolvedValueOnce(true).mockResolvedValueOnce(true).mockResolvedValue(false);
    started(work);
    await pass(0);
    expect(work).toHaveBeenCalledTimes(3);
  });

  it('counts the rest from the end of a round, or from its start', async () => {
    const slow = () => new Promise<void>((resolve) => setTimeout(resolve, 60));
    const [fromEnd, fromStart] = [jest.fn(slow), jest.fn(slow)];
    started(fromEnd);
    started(fromStart, { fromStart: true });
    await pass(100);
    expect([fromEnd, fromStart].map(({ mock }) => mock.calls.length)).toEqual([1, 2]);
    await pass(60);
    expect([fromEnd, fromStart].map(({ mock }) => mock.calls.length)).toEqual([2, 2]);
  });

  it('rests longer while rounds fail, up to its limit, and logs the outage once', async () => {
    let isAway = true;
    const work = jest.fn(async () => {
      if (isAway) throw new Error('no answer');
    });
    started(work, { longestRetryMs: 300 });
    const calls: number[] = [];
    for (const ms of [199, 1, 299, 1, 300]) {
      await pass(ms);
      calls.push(work.mock.calls.length);
    }
    expect(calls).toEqual([1, 2, 2, 3, 4]);
    expect(logged).toEqual(['warn it is behind: no answer']);
    isAway = false;
    await pass(300);
    expect(logged).toEqual(['warn it is behind: no answer', 'it is back']);
    await pass(100);
    expect(work).toHaveBeenCalledTimes(6);
    isAway = true;
    await pass(100);
    expect(logged).toHaveLength(3);
  });

  it('tries soon again what rests for long, and then less often', async () => {
    const work = jest.fn(() => Promise.reject(new Error('away')));
    started(work, { restMs: 60_000, firstRetryMs: 100, longestRetryMs: 60_000 });
    const calls: number[] = [];
    for (const ms of [199, 1, 399, 1, 800]) {
      await pass(ms);
      calls.push(work.mock.calls.length);
    }
    expect(calls).toEqual([1, 2, 2, 3, 4]);
  });

  it('has a fault from the third failure in a row until the first success', async () => {
    const error = new Error('no such function');
    const work = jest.fn().mockRejectedValueOnce(error).mockRejectedValueOnce(error).mockRejectedValueOnce(error);
    const task = started(work);
    await pass(200);
    expect(work).toHaveBeenCalledTimes(2);
    expect(task.faults).toEqual([]);
    await pass(400);
    expect(task.faults).toEqual([{ failing: 'it is behind', error }]);
    await pass(2_000);
    expect(task.faults).toEqual([]);
  });

  it('tries a task of long rests again soon after a failure', async () => {
    const work = jest.fn().mockRejectedValueOnce(new Error('away')).mockResolvedValue(false);
    started(work, { restMs: 3_600_000 });
    await pass(2_000);
    expect(work).toHaveBeenCalledTimes(2);
    await pass(2_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('goes on at once when it is woken, and once more when that was during a round', async () => {
    let end!: () => void;
    const work = jest.fn(() => new Promise<void>((resolve) => (end = resolve)));
    const task = started(work);
    await pass(0);
    task.wake();
    task.wake();
    end();
    await pass(0);
    expect(work).toHaveBeenCalledTimes(2);
    end();
    await pass(50);
    task.wake();
    await pass(0);
    expect(work).toHaveBeenCalledTimes(3);
    end();
  });

  it('rests until the next round is due, and no longer than usual', async () => {
    const work = jest.fn().mockResolvedValueOnce({ dueInMs: 30 }).mockResolvedValueOnce({ dueInMs: 500 });
    started(work.mockResolvedValue({ dueInMs: undefined }));
    const calls: number[] = [];
    for (const ms of [29, 1, 99, 1, 99, 1]) {
      await pass(ms);
      calls.push(work.mock.calls.length);
    }
    expect(calls).toEqual([1, 2, 2, 3, 3, 4]);
  });

  it('gathers what wakes it within a time into one round', async () => {
    const work = jest.fn(async () => undefined);
    const task = started(work);
    await pass(0);
    task.wakeWithin(20);
    await pass(10);
    task.wakeWithin(20);
    await pass(9);
    expect(work).toHaveBeenCalledTimes(1);
    await pass(1);
    expect(work).toHaveBeenCalledTimes(2);
    await pass(50);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('waits at a stop for the active round, whose signal is aborted', async () => {
    let end!: () => void;
    let told: AbortSignal | undefined;
    const work = jest.fn((signal: AbortSignal) => {
      told = signal;
      return new Promise<void>((resolve) => (end = resolve));
    });
    const task = started(work);
    await pass(0);
    let isStopped = false;
    const stopped = task.stop().then(() => (isStopped = true));
    await pass(1_000);
    expect([isStopped, told?.aborted]).toEqual([false, true]);
    end();
    await stopped;
    await pass(1_000);
    expect(work).toHaveBeenCalledTimes(1);
  });

  it('may be stopped by its own round, and started again', async () => {
    const work = jest.fn(async () => void task.stop());
    const task = started(work);
    await pass(1_000);
    expect(work).toHaveBeenCalledTimes(1);
    task.start();
    task.start();
    await pass(1_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('is silent about a round that fails because of the stop', async () => {
    const task = started(
      (signal) => new Promise((_, reject) => signal.addEventListener('abort', () => reject(new Error('aborted')))),
    );
    await pass(0);
    await task.stop();
    expect(logged).toEqual([]);
  });
});
