import { Controller, Get, Post } from '@nestjs/common';
import { OpenAccess } from '../../../apps/api/src/http/access';
import { BodyLimit } from '../../../apps/api/src/http/parsing';
import { startTinyApp, type TinyApp } from './support/tiny-app';
import { TinyController } from './support/tiny.controller';

@Controller('v1/forgotten')
class ForgottenController {
  @Get('good')
  @OpenAccess()
  good(): void {}

  @Post('bad/:id')
  @BodyLimit()
  bad(): void {}
}

describe('the boot', () => {
  it('fails on a route that does not say who may call it, and names it', async () => {
    await expect(startTinyApp({}, [ForgottenController])).rejects.toThrow(
      /^POST \/api\/v1\/forgotten\/bad\/:id does not say who may call it/,
    );
  });
});

describe('pages of other origins', () => {
  let tiny: TinyApp | undefined;
  afterEach(() => tiny?.close());

  const preflight = (origin: string) =>
    fetch(`http://127.0.0.1:${tiny?.port}/api/v1/things`, {
      method: 'OPTIONS',
      headers: { origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    });

  it('may not call the API unless settings say so', async () => {
    tiny = await startTinyApp({}, [TinyController]);
    const answer = await preflight('https://a.example');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('may where they are named', async () => {
    tiny = await startTinyApp({ corsOrigins: ['https://a.example'] }, [TinyController]);
    const allowed = await preflight('https://a.example');
    expect(allowed.status).toBe(204);
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://a.example');
    expect(allowed.headers.get('x-content-type-options')).toBe('nosniff');
    expect((await preflight('https://b.example')).headers.get('access-control-allow-origin')).not.toBe(
      'https://b.example',
    );
    const refused = await fetch(`http://127.0.0.1:${tiny.port}/api/v1/things`, {
      headers: { origin: 'https://a.example' },
    });
    expect(refused.headers.get('access-control-expose-headers')).toMatch(/X-Validation-Joined.*X-Data-Run-Joined/);
    expect([refused.status, refused.headers.get('access-control-allow-origin')]).toEqual([401, 'https://a.example']);
  });
});

describe('an API that others reach', () => {
  it('keeps its metrics from them', async () => {
    const tiny = await startTinyApp({ host: '0.0.0.0' });
    const answer = await fetch(`http://127.0.0.1:${tiny.port}/metrics`);
    expect(answer.status).toBe(404);
    await tiny.close();
  });
});
