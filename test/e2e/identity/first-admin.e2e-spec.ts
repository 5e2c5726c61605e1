import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { RunningService } from '../../support/running-service';
import { holder, login, nobody, PASSWORD } from './identity-world';

describe('the first admin', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.start({ workers: 0 });
  });
  afterAll(() => service?.stop());

  it('gets a password with the printed secret, once', async () => {
    const secret = /"secret":"([^"]+)"/.exec(service.output('api'))?.[1];
    expect(secret).toMatch(/^[\w-]{20,}$/);
    const set = (body: object) => nobody(service).post('/system/setup', body);
    const wrong = await set({ secret: 'guessed', password: PASSWORD });
    expect(wrong).toMatchObject({ status: 401, body: { errorType: 'UNAUTHORIZED' } });
    const short = await set({ secret, password: 'short' });
    expect(short).toMatchObject({ status: 400, body: { errorType: 'BAD_REQUEST' } });
    expect(short.body.message).toMatch(/8.*128/);
    const right = await set({ secret, password: PASSWORD });
    expect(right).toMatchObject({ status: 200, body: { name: 'admin' } });
    for (const body of [
      { secret, password: 'another password' },
      { secret: 'guessed', password: 'another password' },
    ])
      expect((await set(body)).status).toBe(404);
    const { body, status } = await login(service, 'admin', PASSWORD);
    expect(status).toBe(200);
    const made = await holder(service, body.accessToken).post('/users', { name: 'dana', email: 'dana@example.com' });
    expect(made.status).toBe(201);
    expect((await login(service, 'admin', 'another password')).status).toBe(401);
  });

  it('gets a random one, shown once, by the line as it is printed', async () => {
    const fresh = await RunningService.start({ workers: 0 });
    try {
      const [, line] = /^First admin: (curl .*)$/m.exec(fresh.output('api')) ?? [];
      const { stdout } = await promisify(execFile)('sh', ['-c', `${line} -sS`]);
      const { name, password } = JSON.parse(stdout) as { name: string; password: string };
      expect(password).toMatch(/^[\w-]{24}$/);
      expect(line).not.toContain(password);
      expect(fresh.output('api')).not.toContain(password);
      expect((await login(fresh, name, password)).status).toBe(200);
    } finally {
      await fresh.stop();
    }
  });

  it('is announced again only where there is none', async () => {
    await service.kill('api', 'SIGTERM');
    await service.startApi();
    expect(service.output('api')).not.toMatch(/First admin/);
  });
});
