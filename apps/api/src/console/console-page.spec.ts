import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import fastify, { type FastifyInstance } from 'fastify';
import { serveStartPage, START_PAGE } from '../health/start-page';
import { ConsolePage } from './console-page';

const BROWSER = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const INDEX = '<meta name="csp-nonce" content="__CSP_NONCE__"><style nonce="__CSP_NONCE__"></style>';

describe('ConsolePage', () => {
  const folder = mkdtempSync(join(tmpdir(), 'console-'));
  let app: FastifyInstance;
  let page: ConsolePage;
  beforeAll(async () => {
    mkdirSync(join(folder, 'assets'));
    writeFileSync(join(folder, 'index.html'), INDEX);
    writeFileSync(join(folder, 'favicon.svg'), '<svg/>');
    writeFileSync(join(folder, 'assets/main-1a2b.js'), 'start()');
    writeFileSync(join(folder, 'assets/main-1a2b.js.gz'), gzipSync('start()'));
    page = new ConsolePage(folder);
    app = fastify();
    serveStartPage(app, page);
    page.serveFiles(app);
    app.setNotFoundHandler((request, reply) => (page.isAskedFor(request) ? page.send(reply) : reply.code(404).send()));
    await app.ready();
  });
  afterAll(async () => {
    await app.close();
    rmSync(folder, { recursive: true });
  });

  it('gives browsers the index with a nonce of its own each time', async () => {
    const nonces = [];
    for (const url of ['/', '/contracts/1?tab=history', '/assets/tables/x.y']) {
      const { statusCode, headers, body } = await app.inject({ url, headers: BROWSER });
      const nonce = /'nonce-([^']+)'/.exec(String(headers['content-security-policy']))?.[1];
      expect([statusCode, headers['cache-control'], body]).toEqual([
        200,
        'no-store',
        INDEX.replaceAll('__CSP_NONCE__', String(nonce)),
      ]);
      nonces.push(nonce);
    }
    expect(new Set(nonces).size).toBe(3);
  });

  it('allows nothing inline and nothing from elsewhere', async () => {
    const { headers } = await app.inject({ url: '/', headers: BROWSER });
    expect(headers['content-security-policy']).toMatch(/^default-src 'self'; /);
    expect(headers['content-security-policy']).not.toMatch(/unsafe|https?:|\*/);
  });

  it('gives other clients the list of addresses', async () => {
    const answer = await app.inject({ url: '/', headers: { accept: '*/*' } });
    expect([answer.json(), answer.headers.vary]).toEqual([START_PAGE, 'Accept']);
  });

  it.each([
    ['GET', '/api/v1/nothing', BROWSER],
    ['GET', '/contracts', {}],
    ['POST', '/contracts', BROWSER],
    ['GET', '/index.html.gz', {}],
    ['GET', '/assets/../../package.json', {}],
    ['GET', '/assets/%2e%2e/%2e%2e/package.json', {}],
  ] as const)('is no answer to %s %s', async (method, url, headers) => {
    expect((await app.inject({ method, url, headers })).statusCode).toBe(404);
  });

  it('lets browsers keep files whose name holds a digest', async () => {
    const hashed = await app.inject({ url: '/assets/main-1a2b.js', headers: { 'accept-encoding': 'gzip' } });
    expect(hashed.headers).toMatchObject({
      'cache-control': 'public, max-age=31536000, immutable',
      'content-encoding': 'gzip',
      'content-type': expect.stringMatching(/^(text|application)\/javascript/) as string,
    });
    expect((await app.inject({ url: '/favicon.svg' })).headers['cache-control']).toBe('no-cache');
  });

  it('does not serve the index with its placeholder', async () => {
    expect((await app.inject({ url: '/index.html' })).statusCode).toBe(404);
  });
});
