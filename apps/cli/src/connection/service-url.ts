import { usageError } from '../cli-error';

/** Where a service listens that nobody has said otherwise about. */
export const DEFAULT_URL = 'http://127.0.0.1:8585';

/** The address up to `/api`; taken with it, with a slash at its end, or without. @throws {CliError} usage */
export function serviceUrl(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : undefined;
  if (!url || !['http:', 'https:'].includes(url.protocol))
    throw usageError(
      `the URL of the service must be http:// or https:// with a host; got ${JSON.stringify(text.slice(0, 200))}`,
    );
  if (url.username || url.password || url.search || url.hash)
    throw usageError(
      'the URL of the service has no user, password, query or fragment; a token is given by --token-file',
    );
  return `${url.origin}${url.pathname.replace(/\/+$/, '').replace(/\/api$/, '')}`;
}

/** Whether a token would cross a network that anybody on the way can read. */
export function isReadableOnTheWay(url: string): boolean {
  const { protocol, hostname } = new URL(url);
  return protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname);
}
