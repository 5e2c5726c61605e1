import { endsWithin, TimeoutError, withTimeout } from './timeout';

const never = new Promise<never>(() => undefined);

describe('a time-out', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('gives the result of work that ends in time, and leaves no timer behind', async () => {
    await expect(withTimeout(Promise.resolve(7), 10, 'Counting')).resolves.toBe(7);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('passes on what work fails with in time', async () => {
    await expect(withTimeout(Promise.reject(new Error('away')), 10, 'Counting')).rejects.toThrow('away');
    expect(jest.getTimerCount()).toBe(0);
  });

  it('says what took too long', async () => {
    const late = expect(withTimeout(never, 10, 'Counting')).rejects.toThrow(
      new TimeoutError('Counting took longer than 10 ms'),
    );
    await jest.advanceTimersByTimeAsync(10);
    await late;
  });

  it('ignores a failure that comes later', async () => {
    let fail!: (error: Error) => void;
    const work = new Promise<void>((_, reject) => (fail = reject));
    const over = endsWithin(work, 10);
    await jest.advanceTimersByTimeAsync(10);
    expect(await over).toBe(false);
    fail(new Error('late'));
    await jest.runAllTimersAsync();
  });

  it('ends with its signal, also where that was aborted before', async () => {
    const stop = new AbortController();
    const waiting = endsWithin(never, 10, stop.signal);
    stop.abort();
    expect(await waiting).toBe(false);
    expect(jest.getTimerCount()).toBe(0);
    expect(await endsWithin(Promise.reject(new Error('ignored')), 10, stop.signal)).toBe(false);
  });
});
