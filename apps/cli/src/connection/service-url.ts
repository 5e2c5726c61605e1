import { isUuid } from '@app/common';
import { usageError } from '../cli-error';

/** Default URL of the service. */
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

/** Warns where a token would cross a network that anybody on the way can read. */
export function warnOfPlainText(url: string, progress: (line: string) => void): void {
  const { protocol, hostname } = new URL(url);
  if (protocol === 'http:' && !['127.0.0.1', 'localhost', '[::1]'].includes(hostname))
    progress(`warning: ${url} is not encrypted: the token can be read on the way`);
}

/** The path of an entity that the user names by FQN or id. @param collection its path below `/api/v1` */
export function entityPath(collection: string, nameOrId: string): string {
  return `/${collection}/${isUuid(nameOrId) ? nameOrId : `name/${encodeURIComponent(nameOrId)}`}`;
}
