import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { isGuarded } from '../http/access/declared-access';

const INDEX = 'index.html';
/** Stands in the built index wherever the nonce of a response belongs. */
const NONCE = '__CSP_NONCE__';
/** Files whose name contains a digest of their content. */
const HASHED = '/assets/';
const YEAR_SECONDS = 31_536_000;

/** Nothing from another origin, no inline script, and only styles that carry the nonce. */
const policyWith = (nonce: string): string =>
  [
    "default-src 'self'",
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ');

/** The index of the console: one page for every address that the console's own router knows. */
export class ConsolePage {
  /** The index, cut where the nonce belongs. */
  private readonly index: readonly string[];

  constructor(private readonly folder: string) {
    this.index = readFileSync(join(folder, INDEX), 'utf8').split(NONCE);
  }

  /** The index is not among the files: it is answered with a nonce of its own each time. */
  serveFiles(fastify: FastifyInstance): void {
    void fastify.register(fastifyStatic, {
      root: this.folder,
      globIgnore: [INDEX, '**/*.br', '**/*.gz'],
      wildcard: false,
      index: false,
      decorateReply: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (response, path) => {
        const hashed = path.slice(this.folder.length).startsWith(HASHED);
        response.header('cache-control', hashed ? `public, max-age=${YEAR_SECONDS}, immutable` : 'no-cache');
      },
    });
  }

  /** Whether a browser asks for a page, rather than a client for data. */
  isAskedFor({ method, url, headers }: FastifyRequest): boolean {
    if (method !== 'GET' && method !== 'HEAD') return false;
    return !isGuarded(url.split('?', 1)[0] as string) && (headers.accept?.includes('text/html') ?? false);
  }

  send(reply: FastifyReply): FastifyReply {
    const nonce = randomBytes(16).toString('base64');
    return reply
      .headers({
        'content-type': 'text/html; charset=utf-8',
        'content-security-policy': policyWith(nonce),
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      .send(this.index.join(nonce));
  }
}
