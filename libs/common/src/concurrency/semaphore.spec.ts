import { AppError } from '../app-error';
import { Semaphore } from './semaphore';

const refusal = (): AppError => new AppError('TOO_MANY_REQUESTS', 'too many', { retryAfter: 1 });

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('Semaphore', () => {
  it('lets one of a key in, and few at once', async () => {
    const semaphore = new Semaphore({ atOnce: 2, queueLength: 10, refusal });
    const entered: string[] = [];
    const gates = { a1: gate(), a2: gate(), b: gate(), c: gate() };
    const work = (name: keyof typeof gates, key: string): Promise<void> =>
      semaphore.runKeyed(key, () => (entered.push(name), gates[name].promise));
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
    const semaphore = new Semaphore({ atOnce: 1, queueLength: 1, refusal });
    const first = gate();
    const running = [semaphore.runKeyed('a', () => first.promise), semaphore.runKeyed('b', async () => undefined)];
    await expect(semaphore.runKeyed('c', async () => undefined)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 1,
    });
    first.open();
    await Promise.all(running);
  });

  it('lets several of a key in where it may, and keeps a queue for each key', async () => {
    const semaphore = new Semaphore({ atOnce: 3, atOncePerKey: 2, queueLength: 3, queueLengthPerKey: 1, refusal });
    const gates = { a1: gate(), a2: gate(), a3: gate(), b1: gate(), b2: gate(), c1: gate() };
    const entered: string[] = [];
    const work = (name: keyof typeof gates): Promise<void> =>
      semaphore.runKeyed(name[0], () => (entered.push(name), gates[name].promise));
    const all = [work('a1'), work('a2'), work('a3'), work('b1'), work('b2')];
    await expect(work('a1')).rejects.toThrow('too many');
    all.push(work('c1'));
    // The queue of all is full.
    await expect(semaphore.run(async () => undefined)).rejects.toThrow('too many');
    expect(entered).toEqual(['a1', 'a2', 'b1']);
    gates.b1.open();
    await all[3];
    await new Promise((turn) => setImmediate(turn));
    // Not the third of `a`, which came first.
    expect(entered).toEqual(['a1', 'a2', 'b1', 'b2']);
    Object.values(gates).forEach(({ open }) => open());
    await Promise.all(all);
    expect(entered.slice(4)).toEqual(['a3', 'c1']);
  });

  it('goes on after a failure', async () => {
    const semaphore = new Semaphore({ atOnce: 1, queueLength: 5, refusal });
    await expect(semaphore.runKeyed('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(semaphore.runKeyed('a', async () => 'yes')).resolves.toBe('yes');
  });

  it('refuses whoever has waited too long, and lets the next one in', async () => {
    jest.useFakeTimers();
    const semaphore = new Semaphore({ atOnce: Infinity, queueLength: 5, longestWaitMs: 1_000, refusal });
    const first = gate();
    const running = semaphore.runKeyed('a', () => first.promise);
    const late = semaphore.runKeyed('a', async () => 'never').catch(({ message }: Error) => message);
    await jest.advanceTimersByTimeAsync(600);
    const next = semaphore.runKeyed('a', async () => 'next');
    await jest.advanceTimersByTimeAsync(600);
    expect(await late).toBe('too many');
    first.open();
    expect(await next).toBe('next');
    await running;
    jest.useRealTimers();
  });

  it('starts work without a key in its order, as places come free', async () => {
    const semaphore = new Semaphore({ atOnce: 2 });
    const gates = [gate(), gate(), gate(), gate()];
    const entered: number[] = [];
    const all = gates.map(({ promise }, at) => semaphore.run(() => (entered.push(at), promise)));
    await Promise.resolve();
    expect(entered).toEqual([0, 1]);
    gates[1]?.open();
    await all[1];
    await new Promise((turn) => setImmediate(turn));
    expect(entered).toEqual([0, 1, 2]);
    gates.forEach(({ open }) => open());
    await Promise.all(all);
    expect(entered).toEqual([0, 1, 2, 3]);
  });

  it('asks for the length of its queue each time, and tells the refusal how many wait', async () => {
    let queueLength = 1;
    const semaphore = new Semaphore({
      atOnce: 1,
      queueLength: () => queueLength,
      refusal: (waiting) => new Error(`${waiting} wait`),
    });
    const first = gate();
    const all = [semaphore.run(() => first.promise), semaphore.run(async () => undefined)];
    await expect(semaphore.run(async () => undefined)).rejects.toThrow('1 wait');
    queueLength = 2;
    all.push(semaphore.run(async () => undefined));
    first.open();
    await Promise.all(all);
  });

  it('refuses those who wait for work that does not end, and not those whose queue moves', async () => {
    jest.useFakeTimers();
    const limits = { atOnce: Infinity, longestWaitMs: 9_000, longestStandstillMs: 1_000, refusal };
    const semaphore = new Semaphore(limits);
    const lasting = (key: string, ms: number): Promise<string> =>
      semaphore
        .runKeyed(key, () => new Promise<void>((done) => void setTimeout(done, ms)))
        .then(
          () => 'done',
          ({ message }: Error) => message,
        );
    const moving = [lasting('a', 800), lasting('a', 800), lasting('a', 800)];
    const standing = [lasting('b', 5_000), lasting('b', 1), lasting('b', 1)];
    await jest.advanceTimersByTimeAsync(1_100);
    expect(await Promise.all(standing.slice(1))).toEqual(['too many', 'too many']);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(await Promise.all([...moving, standing[0]])).toEqual(['done', 'done', 'done', 'done']);
    jest.useRealTimers();
  });
});
