import { AppError } from './app-error';
import { KeyedSemaphore } from './keyed-semaphore';

const refusal = (): AppError => new AppError('TOO_MANY_REQUESTS', 'too many', { retryAfter: 1 });

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('KeyedSemaphore', () => {
  it('lets one of a key in, and few at once', async () => {
    const semaphore = new KeyedSemaphore({ atOnce: 2, queueLength: 10, refusal });
    const entered: string[] = [];
    const gates = { a1: gate(), a2: gate(), b: gate(), c: gate() };
    const work = (name: keyof typeof gates, key: string): Promise<void> =>
      semaphore.run(key, () => (entered.push(name), gates[name].promise));
    const all = [work('a1', 'a'), work('a2', 'a'), work('b', 'b'), work('c', 'c')];
    await Promise.resolve();
    gates.a1.open();
    await all[0];
    gates.b.open();
    await all[2];
    gates.a2.open();
    gates.c.open();
    await Promise.all(all);
    expect(entered).toEqual(['a1', 'b', 'a2', 'c']);
  });

  it('turns away whoever would wait too long', async () => {
    const semaphore = new KeyedSemaphore({ atOnce: 1, queueLength: 1, refusal });
    const first = gate();
    const running = [semaphore.run('a', () => first.promise), semaphore.run('b', async () => undefined)];
    await expect(semaphore.run('c', async () => undefined)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 1,
    });
    first.open();
    await Promise.all(running);
  });

  it('goes on after a failure', async () => {
    const semaphore = new KeyedSemaphore({ atOnce: 1, queueLength: 5, refusal });
    await expect(semaphore.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore.run('a', async () => 'yes')).resolves.toBe('yes');
  });

  it('refuses whoever has waited too long, and lets the next one in', async () => {
    jest.useFakeTimers();
    const semaphore = new KeyedSemaphore({ atOnce: Infinity, queueLength: 5, longestWaitMs: 1_000, refusal });
    const first = gate();
    const running = semaphore.run('a', () => first.promise);
    const late = semaphore.run('a', async () => 'never').catch(({ message }: Error) => message);
    await jest.advanceTimersByTimeAsync(600);
    const next = semaphore.run('a', async () => 'next');
    await jest.advanceTimersByTimeAsync(600);
    expect(await late).toBe('too many');
    first.open();
    expect(await next).toBe('next');
    await running;
    jest.useRealTimers();
  });
});
