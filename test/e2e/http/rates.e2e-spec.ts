import type { Settings } from '@app/config';
import { startTinyApp, TOKEN } from './support/tiny-app';

const headers = { authorization: `Bearer ${TOKEN}` };

describe('limits of requests a minute', () => {
  /** The answers to requests for a path, one after the other. */
  async function answers(changes: Partial<Settings>, paths: readonly string[], sent = headers): Promise<Response[]> {
    const tiny = await startTinyApp(changes);
    try {
      const all: Response[] = [];
      for (const path of paths) all.push(await fetch(`http://127.0.0.1:${tiny.port}${path}`, { headers: sent }));
      return all;
    } finally {
      await tiny.close();
    }
  }
  const statuses = (all: readonly Response[]) => all.map(({ status }) => status);
  const nowhere = (count: number) => Array<string>(count).fill('/api/v1/nowhere');

  it('are off unless they are set', async () => {
    expect(statuses(await answers({}, nowhere(50)))).toEqual(Array(50).fill(404));
  });

  it('refuse a principal that has used up its own, and say when to go on', async () => {
    const all = await answers({ rateLimitPerPrincipal: 3 }, nowhere(5));
    expect(statuses(all)).toEqual([404, 404, 404, 429, 429]);
    const seconds = Number(all[4]?.headers.get('retry-after'));
    expect(seconds).toBeGreaterThanOrEqual(1);
    expect(seconds).toBeLessThanOrEqual(60);
    expect(await all[4]?.json()).toMatchObject({
      code: 429,
      errorType: 'TOO_MANY_REQUESTS',
      message: `More than 3 requests of this principal within a minute, try again in ${seconds} seconds`,
    });
  });

  it('count an address before its token is looked at', async () => {
    const strangers = { authorization: 'Bearer guessed' };
    expect(statuses(await answers({ rateLimitPerAddress: 2 }, nowhere(3), strangers))).toEqual([401, 401, 429]);
  });

  it('leave a principal alone whom only others have guessed', async () => {
    const tiny = await startTinyApp({ rateLimitPerPrincipal: 1 });
    const ask = async (authorization: string) =>
      (await fetch(`http://127.0.0.1:${tiny.port}/api/v1/nowhere`, { headers: { authorization } })).status;
    expect([await ask('Bearer guessed'), await ask('Bearer guessed'), await ask(headers.authorization)]).toEqual([
      401, 401, 404,
    ]);
    await tiny.close();
  });

  it('hold for routes that are there, not for what lies outside of the API', async () => {
    const paths = ['/api/v1/things', '/api/v1/things', '/livez', '/elsewhere'];
    const [first, second, ...outside] = statuses(await answers({ rateLimitPerAddress: 1 }, paths));
    expect([first === 429, second]).toEqual([false, 429]);
    expect(outside).not.toContain(429);
  });
});
