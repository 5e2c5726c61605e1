import { severalHosts } from '@app/common';
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

const oneRedis = serverUrl('redis', 'rediss');

/** The URL of one Redis server. Sentinel and Cluster have clients of their own, and the keys of a queue lie in one slot of no Cluster. */
export const redisUrl: ValueType<string> = {
  expected:
    `${oneRedis.expected} (TLS) and names one server; Redis Sentinel and Redis Cluster are not supported: ` +
    'name the address that leads to the primary, such as that of a proxy',
  parse: oneRedis.parse,
};
