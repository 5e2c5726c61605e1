import { createHash } from 'node:crypto';
import type { FastifyInstance } from 'fastify';

const STYLE = /<style>([^]*?)<\/style>/g;
/** The style of the drawing with the symbols of the page; `DOCS_CSS` has its path. */
const STYLED_DRAWING = /(<svg [^>]*?) style="[^"]*"/g;

/** The styles that the page has beside its own. */
export const DOCS_CSS = 'body > svg { position: absolute; width: 0; height: 0; }';

/** Scripts and requests of this origin alone, no inline script, and no style but its files and those that the page came with. */
const policyWith = (styles: readonly string[]): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    `style-src 'self'${styles.map((style) => ` 'sha256-${createHash('sha256').update(style).digest('base64')}'`).join('')}`,
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

/** For other pages among the files of Swagger UI, which nothing here leads to. */
const POLICY_OF_OTHERS = policyWith([]);

/** The page as it is sent, without styles in attributes, and the policy that fits it. */
export function guardedPage(html: string): { readonly html: string; readonly policy: string } {
  const styles = [...html.matchAll(STYLE)].map(([, style = '']) => style);
  return { html: html.replace(STYLED_DRAWING, '$1'), policy: policyWith(styles) };
}

/** All that is HTML at `path` and below has a policy, and no page shows it in a frame. */
export function guardDocs(fastify: FastifyInstance, path: string): void {
  fastify.addHook('onSend', (request, reply, payload, done) => {
    const { url = '' } = request.routeOptions;
    const isOurs = (url === path || url.startsWith(`${path}/`)) && isHtml(reply.getHeader('content-type'));
    if (!isOurs) return done(null, payload);
    const page = typeof payload === 'string' ? guardedPage(payload) : { html: payload, policy: POLICY_OF_OTHERS };
    reply.headers({
      'content-security-policy': page.policy,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
    });
    done(null, page.html);
  });
}

const isHtml = (type: unknown): boolean => typeof type === 'string' && type.startsWith('text/html');
