import { CircuitBreaker } from './circuit-breaker';

const down = new Error('down');
const refusal = new Error('refused');
const isDown = (error: unknown): boolean => error === down;

describe('CircuitBreaker', () => {
  let now: number;
  let calls: number;
  let breaker: CircuitBreaker;

  beforeEach(() => {
    [now, calls] = [0, 0];
    breaker = new CircuitBreaker(() => now);
  });

  const call = (outcome?: Error): Promise<string> =>
    breaker.call(() => {
      calls += 1;
      return outcome ? Promise.reject(outcome) : Promise.resolve('answer');
    }, isDown);

  async function fail(times: number): Promise<void> {
    for (let at = 0; at < times; at += 1) await expect(call(down)).rejects.toBe(down);
  }

  it('lets calls through while few fail', async () => {
    await fail(2);
    await expect(call()).resolves.toBe('answer');
    await fail(2);
    expect(calls).toBe(5);
  });

  it('refuses without a call after three failures in a row', async () => {
    await fail(3);
    await expect(call()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE', retryAfter: 1 });
    expect(calls).toBe(3);
  });

  it('lets one call a second try, and closes when that is answered', async () => {
    await fail(3);
    now = 1_000;
    await fail(1);
    await expect(call()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    now = 2_000;
    await expect(call()).resolves.toBe('answer');
    await expect(call()).resolves.toBe('answer');
    expect(calls).toBe(6);
  });

  it('lets nobody else in while one tries', async () => {
    await fail(3);
    now = 1_000;
    let end = (): void => undefined;
    const trying = breaker.call(() => new Promise<void>((resolve) => (end = resolve)), isDown);
    await expect(call()).rejects.toMatchObject({ code: 'SERVICE_UNAVAILABLE' });
    end();
    await trying;
    await expect(call()).resolves.toBe('answer');
  });

  it('counts a refusal as an answer', async () => {
    await fail(2);
    await expect(call(refusal)).rejects.toBe(refusal);
    await fail(2);
    expect(breaker.isOpen).toBe(false);
  });
});
