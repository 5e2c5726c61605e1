import { statSync } from 'node:fs';
import { join } from 'node:path';
import { FakeService, status } from '../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('profiles', () => {
  it('are made by a login, used, listed and removed; the password goes as base64', async () => {
    service.answers['POST /users/login'] = status(200, {
      accessToken: 'access',
      refreshToken: 'refresh',
      expiryDuration: 3600,
    });
    const login = ['login', '--email', 'dana@example.org', '--profile', 'work', '--url', service.url];
    expect(await service.run(login, { stdin: 'pässword\n', token: '' })).toMatchObject({ code: 0 });
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      email: 'dana@example.org',
      password: Buffer.from('pässword').toString('base64'),
    });
    expect(statSync(join(service.folder, 'metadata-catalog/profiles.json')).mode & 0o777).toBe(0o600);
    const hits = status(200, { hits: { total: { value: 0 }, hits: [] } });
    service.answers['GET /search/query'] = hits;
    expect((await service.run(['search', 'x'], { token: '', url: '' })).code).toBe(0);
    expect(service.asked[1]!.headers.authorization).toBe('Bearer access');
    expect((await service.run(['profile', 'list'])).out).toMatch(/work {5}http:\S+ {2}current/);
    expect((await service.run(['profile', 'use', 'wrok'])).err).toContain('known: work');
    expect((await service.run(['profile', 'remove', 'work'])).code).toBe(0);
    expect((await service.run(['profile', 'list'])).out).toContain('0 profiles');
  });

  it('renew a login that has ended', async () => {
    service.answers['POST /users/login'] = status(200, {
      accessToken: 'old',
      refreshToken: 'refresh-1',
      expiryDuration: 1,
    });
    service.answers['POST /users/refresh'] = status(200, {
      accessToken: 'new',
      refreshToken: 'refresh-2',
      expiryDuration: 3600,
    });
    service.answers['GET /search/query'] = status(200, { hits: { total: { value: 0 }, hits: [] } });
    await service.run(['login', '--email', 'dana@example.org', '--url', service.url], { stdin: 'password', token: '' });
    for (const _ of [1, 2]) expect((await service.run(['search', 'x'], { token: '', url: '' })).code).toBe(0);
    expect(service.asked.map(({ method, url }) => `${method} ${url.split('?')[0]}`)).toEqual([
      'POST /api/v1/users/login',
      'POST /api/v1/users/refresh',
      'GET /api/v1/search/query',
      'GET /api/v1/search/query',
    ]);
    expect(service.asked[3]!.headers.authorization).toBe('Bearer new');
  });

  it('a token is tried before it is kept', async () => {
    service.answers['GET /dataContracts'] = status(401, { message: 'no' });
    expect((await service.run(['login'])).code).toBe(3);
    expect((await service.run(['profile', 'list'])).out).toContain('0 profiles');
    service.answers['GET /dataContracts'] = status(200, { data: [], paging: { total: 0 } });
    expect((await service.run(['login'])).code).toBe(0);
  });
});
