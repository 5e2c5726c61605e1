import { RunningService } from '../../support/running-service';

const PASSWORD = 'right horse battery';

describe('what is counted, and what must not be stored', () => {
  let service: RunningService;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0, environment: { RATE_LIMIT_PER_ADDRESS: '30' } });
  });
  afterAll(() => service?.stop());

  it('answers with tokens are stored nowhere', async () => {
    const client = await service.client();
    const name = `u${Date.now()}`;
    await client.must('POST', '/users', { name, email: `${name}@example.com`, password: PASSWORD });
    const plain = { 'content-type': 'application/json; password=plain' };
    const login = await client.post<{ refreshToken: string }>(
      '/users/login',
      { email: name, password: PASSWORD },
      plain,
    );
    const refresh = await client.post('/users/refresh', { refreshToken: login.body.refreshToken });
    const personal = await client.put('/users/security/token', { tokenName: name, JWTTokenExpiry: '7' });
    const stored = [login, refresh, personal].map(({ status, headers }) => [status, headers.get('cache-control')]);
    expect(stored).toEqual([
      [200, 'no-store'],
      [200, 'no-store'],
      [expect.any(Number), 'no-store'],
    ]);
  });

  it('documents count for the limit of an address, probes do not', async () => {
    const ask = async (path: string) => (await fetch(`${service.baseUrl}${path}`)).status;
    const documents: number[] = [];
    for (let at = 0; at < 40; at++) documents.push(await ask(at % 2 ? '/openapi.json' : '/docs'));
    expect(documents[0]).toBe(200);
    expect(documents.at(-1)).toBe(429);
    expect(await ask('/livez')).toBe(200);
    expect(await ask('/readyz')).toBe(200);
    expect(await ask('/api/v1/system/version')).toBe(429);
  });
});
