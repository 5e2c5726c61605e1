import { Client } from '@elastic/elasticsearch';

/** Where the server is and how it is entered, from the settings; the URL may hold a login. */
export interface ElasticConnection {
  readonly url: string;
  readonly apiKey?: string;
}

/** A login in the URL would end up in messages of the client. */
function withoutLogin(url: string): { node: string; username: string; password: string } {
  const parsed = new URL(url);
  const { username, password } = parsed;
  parsed.username = '';
  parsed.password = '';
  return { node: parsed.href, username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

/** A client without retries: the caller decides on retries. Opens no connection yet. */
export function openElastic(connection: ElasticConnection): Client {
  const { node, username, password } = withoutLogin(connection.url);
  return new Client({
    node,
    maxRetries: 0,
    enableMetaHeader: false,
    // A document may hold any key; parsed objects are read by their own keys only.
    disablePrototypePoisoningProtection: true,
    ...(connection.apiKey ? { auth: { apiKey: connection.apiKey } } : username && { auth: { username, password } }),
  });
}
