import { execFileSync } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { RunningService } from '../support/running-service';

const ROOT = resolve(__dirname, '../..');
const PAGE = { headers: { accept: 'text/html' } };

describe('a service with CONSOLE=off', () => {
  let service: RunningService;

  beforeAll(async () => {
    execFileSync(process.execPath, ['apps/console/build.mjs', '--if-changed'], { cwd: ROOT });
    service = await RunningService.start({ environment: { CONSOLE: 'off' }, workers: 0 });
  });
  afterAll(() => service.stop());

  it('serves nothing of it, and answers as without a built console', async () => {
    const files = readdirSync(join(ROOT, 'dist/console/assets')).filter((name) => !name.endsWith('.gz'));
    expect(files.length).toBeGreaterThan(10);
    for (const path of [
      '/contracts',
      '/sign-in',
      '/index.html',
      '/icon.svg',
      ...files.map((name) => `/assets/${name}`),
    ]) {
      const answer = await fetch(service.baseUrl + path, PAGE);
      expect([path, answer.status, answer.headers.get('content-type')]).toEqual([
        path,
        404,
        expect.stringMatching(/^application\/json/),
      ]);
    }
    const start = await fetch(`${service.baseUrl}/`, PAGE);
    expect([start.status, start.headers.get('content-type')]).toEqual([
      200,
      expect.stringMatching(/^application\/json/),
    ]);
  });
});
