/** Where a server listens. */
export interface RedisHost {
  readonly host: string;
  readonly port: number;
}

interface Login {
  readonly username?: string;
  readonly password?: string;
}

/** Addresses that lead to Redis: one server, Sentinels that name the primary, or some nodes of a Redis Cluster. */
export type RedisServers = Login & { readonly hosts: readonly RedisHost[]; readonly isEncrypted: boolean } & (
    | { readonly kind: 'server' | 'cluster' }
    | {
        readonly kind: 'sentinel';
        /** The name of the primary at its Sentinels. */
        readonly primary: string;
        readonly database: number;
        readonly sentinels: Login;
      }
  );

const PARTS = /^redis(s?)(?:-(sentinel|cluster))?:\/\/(?:([^@/?#]*)@)?([^@/?#]+)(\/[^?#]*)?(?:\?([^#]*))?$/;
const PORTS = { server: 6379, cluster: 6379, sentinel: 26379 };

/**
 * The servers of `redis://user:password@a:6379/0`, `redis-sentinel://user:password@a:26379,b/primary/0?sentinelPassword=…` or
 * `redis-cluster://user:password@a:6379,b`; each with TLS as `rediss…`. Undefined where the URL is of none of these forms.
 */
export function redisServers(url: string): RedisServers | undefined {
  const [, s, several, login = '', names = '', path = '', query = ''] = PARTS.exec(url) ?? [];
  const kind = (several ?? 'server') as RedisServers['kind'];
  const hosts = names.split(',').map((name) => hostOf(name, PORTS[kind]));
  const [username, password] = login.split(':', 2).map(decoded);
  if (!hosts.every((host) => host !== undefined)) return undefined;
  const of = { hosts, isEncrypted: s === 's', ...loginOf(username, password) };
  if (kind === 'server') return hosts.length === 1 ? { ...of, kind } : undefined;
  if (kind === 'cluster') return /^\/?0?$/.test(path) && query === '' ? { ...of, kind } : undefined;
  const [primary = '', database = '0', ...more] = path.slice(1).split('/').map(decoded);
  const sentinels = sentinelLogin(query);
  const isWhole = primary !== '' && /^\d{1,4}$/.test(database) && more.length === 0;
  return isWhole && sentinels ? { ...of, kind, primary, database: Number(database), sentinels } : undefined;
}

function hostOf(name: string, port: number): RedisHost | undefined {
  // Of a scheme that has no port of its own.
  const url = name !== '' && URL.canParse(`redis://${name}`) ? new URL(`redis://${name}`) : undefined;
  if (!url?.hostname) return undefined;
  return { host: url.hostname.replace(/^\[(.*)\]$/, '$1'), port: url.port === '' ? port : Number(url.port) };
}

/** Undefined where the query has other members. */
function sentinelLogin(query: string): Login | undefined {
  const { sentinelUsername, sentinelPassword, ...others } = Object.fromEntries(new URLSearchParams(query));
  return Object.keys(others).length === 0 ? loginOf(sentinelUsername, sentinelPassword) : undefined;
}

const loginOf = (username = '', password = ''): Login => ({
  ...(username !== '' && { username }),
  ...(password !== '' && { password }),
});

/** A part as it was meant; as it stands where it is not encoded. */
function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    return part;
  }
}
