import { createHash } from 'node:crypto';
import { RunningService } from '../../support/running-service';

describe('the page at /docs', () => {
  let service: RunningService;
  beforeAll(async () => {
    service = await RunningService.shared();
  });

  it.each(['/docs', '/docs/', '/docs/index.html', '/docs?url=https://elsewhere.example.org/x.json'])(
    'has a policy at %s that allows nothing inline but its own styles, and no frame',
    async (path) => {
      const answer = await fetch(`${service.baseUrl}${path}`);
      const html = await answer.text();
      const policy = String(answer.headers.get('content-security-policy'));
      expect([answer.status, answer.headers.get('x-frame-options')]).toEqual([200, 'DENY']);
      const styles = [...html.matchAll(/<style>([^]*?)<\/style>/g)].map(([, style]) => style as string);
      const digests = styles.map((style) => `'sha256-${createHash('sha256').update(style).digest('base64')}'`);
      expect(policy.split('; ')).toEqual([
        "default-src 'none'",
        "script-src 'self'",
        `style-src 'self' ${digests.join(' ')}`,
        "img-src 'self' data:",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
      ]);
      expect(html).not.toMatch(/ style="|<script>| on\w+="/);
      expect(html).toContain('swagger-ui-bundle.js');
    },
  );

  it('and every other page beside it', async () => {
    const { status, headers } = await fetch(`${service.baseUrl}/docs/oauth2-redirect.html`);
    expect([status, headers.get('x-frame-options')]).toEqual([200, 'DENY']);
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; script-src 'self'; style-src 'self'; /,
    );
  });
});
