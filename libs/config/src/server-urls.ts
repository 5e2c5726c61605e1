import { cloudServer, redisServers, searchServers, severalHosts } from '@app/common';
import type { ValueType } from './setting';

/** The URL of a server that is spoken to by one of these schemes. */
export function serverUrl(...schemes: readonly string[]): ValueType<string> {
  const forms = schemes.map((scheme) => `${scheme}://`).join(' or ');
  return {
    expected: `a URL that begins with ${forms}`,
    parse: (text) => {
      const url = URL.canParse(text) ? new URL(text) : undefined;
      return url && schemes.includes(url.protocol.slice(0, -1)) && url.hostname ? text : undefined;
    },
  };
}

/** The URL of a PostgreSQL server, or of several of which one takes writes. */
export const postgresUrl: ValueType<string> = {
  expected:
    'a URL that begins with postgres:// or postgresql://; several hosts are separated by commas (postgres://user:password@a:5432,b:5432/database), ' +
    'and target_session_attrs, if any, is read-write, primary or any',
  parse: (text) => (severalHosts(text) ? text : undefined),
};

/** The URL of a Redis server, of the Sentinels of one, or of nodes of a Redis Cluster. */
export const redisUrl: ValueType<string> = {
  expected:
    'redis://user:password@a:6379/0 for one server, redis-sentinel://user:password@a:26379,b:26379/<name of the primary>/0?sentinelPassword=… ' +
    'or redis-cluster://user:password@a:6379,b:6379; with TLS each begins with rediss',
  parse: (text) => (redisServers(text) ? text : undefined),
};

/** URLs of nodes of one search server. */
export const searchUrls: ValueType<string> = {
  expected:
    'one or more URLs that begin with http:// or https://, separated by commas, each another node; a login is in one of them, or the same in all',
  parse: (text) => (searchServers(text) ? text : undefined),
};

/** A Cloud ID, as the URL that it stands for. */
export const cloudId: ValueType<string> = {
  expected: 'the Cloud ID of a deployment as its console shows it: a name, a colon and base64 of host$cluster',
  parse: cloudServer,
};
