import { Turnstile } from './turnstile';

function gate(): { promise: Promise<void>; open: () => void } {
  let open = (): void => undefined;
  const promise = new Promise<void>((resolve) => (open = resolve));
  return { promise, open };
}

describe('Turnstile', () => {
  it('lets one of a key in, and few at once', async () => {
    const turnstile = new Turnstile(2, 10);
    const entered: string[] = [];
    const gates = { a1: gate(), a2: gate(), b: gate(), c: gate() };
    const work = (name: keyof typeof gates, key: string): Promise<void> =>
      turnstile.run(key, () => (entered.push(name), gates[name].promise));
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
    const turnstile = new Turnstile(1, 1);
    const first = gate();
    const running = [turnstile.run('a', () => first.promise), turnstile.run('b', async () => undefined)];
    await expect(turnstile.run('c', async () => undefined)).rejects.toMatchObject({
      code: 'TOO_MANY_REQUESTS',
      retryAfter: 1,
    });
    first.open();
    await Promise.all(running);
  });

  it('goes on after a failure', async () => {
    const turnstile = new Turnstile(1, 5);
    await expect(turnstile.run('a', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
    await expect(turnstile.run('a', async () => 'yes')).resolves.toBe('yes');
  });
});
