import { readFileSync } from 'node:fs';
import { redisServers, type RedisServers } from '@app/common';
import Redis, { Cluster, type RedisOptions } from 'ioredis';
import { SentinelConnection } from './sentinel-connection';

/** The settings that lead to Redis. */
export interface RedisSettings {
  /** A URL that `redisServers` reads. */
  readonly redisUrl: string;
  /** PEM file of the authorities whose certificates it may have; default: those of Node.js. */
  readonly redisCaFile?: string;
}

/** Whether the settings lead to Redis. */
export const isOnRedis = <T extends Partial<RedisSettings>>(settings: T): settings is T & RedisSettings =>
  settings.redisUrl !== undefined && settings.redisUrl !== '';

/** How a client waits and repeats, whatever its servers. */
export type RedisTraits = Pick<
  RedisOptions,
  'commandTimeout' | 'connectTimeout' | 'enableOfflineQueue' | 'lazyConnect' | 'maxRetriesPerRequest'
> & { readonly retryStrategy: (times: number) => number | null };

/** Whether the servers are those of a Redis Cluster, whose keys lie on several of them. */
export const isCluster = ({ redisUrl }: RedisSettings): boolean => serversAt(redisUrl).kind === 'cluster';

/** Options of a client of one server: of the URL, or of the primary that Sentinels name. */
export function optionsOfServer(settings: RedisSettings, traits: RedisTraits): RedisOptions & { url?: string } {
  const servers = serversAt(settings.redisUrl);
  const own = { ...traits, reconnectOnError: isDemoted };
  if (servers.kind !== 'sentinel') return { url: settings.redisUrl, ...own, ...encryptionOf(settings, servers) };
  const { hosts, primary: name, database: db, sentinels } = servers;
  return {
    sentinels: [...hosts],
    name,
    db,
    ...loginOf(servers),
    ...(sentinels.username !== undefined && { sentinelUsername: sentinels.username }),
    ...(sentinels.password !== undefined && { sentinelPassword: sentinels.password }),
    ...own,
    ...encryptionOf(settings, servers),
    enableTLSForSentinelMode: servers.isEncrypted,
    sentinelRetryStrategy: traits.retryStrategy,
    // One that is frozen takes connections, and answers nothing.
    ...(traits.connectTimeout !== undefined && { sentinelCommandTimeout: traits.connectTimeout }),
    Connector: SentinelConnection,
    // A demoted primary may keep its connections open: the Sentinels tell that there is another one.
    failoverDetector: true,
  };
}

/** A client of a Redis Cluster. Opens no connection yet. */
export function openCluster(settings: RedisSettings, { retryStrategy, ...traits }: RedisTraits): Cluster {
  const servers = serversAt(settings.redisUrl);
  const encryption = encryptionOf(settings, servers);
  return new Cluster([...servers.hosts], {
    ...(traits.enableOfflineQueue !== undefined && { enableOfflineQueue: traits.enableOfflineQueue }),
    lazyConnect: true,
    clusterRetryStrategy: retryStrategy,
    redisOptions: { ...traits, ...loginOf(servers), ...encryption },
    // Names are resolved where the connection is made: a certificate is for a name.
    ...(servers.isEncrypted && { dnsLookup: (name, found) => found(null, name) }),
  });
}

/** A client of whatever the URL leads to. Opens no connection yet. */
export function openRedis(settings: RedisSettings, traits: RedisTraits): Redis | Cluster {
  if (isCluster(settings)) return openCluster(settings, traits);
  const { url, ...options } = optionsOfServer(settings, { ...traits, lazyConnect: true });
  return url === undefined ? new Redis(options) : new Redis(url, options);
}

function serversAt(url: string): RedisServers {
  const servers = redisServers(url);
  if (!servers) throw new Error('REDIS_URL has none of its forms');
  return servers;
}

const loginOf = ({ username, password }: RedisServers): Pick<RedisOptions, 'username' | 'password'> => ({
  ...(username !== undefined && { username }),
  ...(password !== undefined && { password }),
});

function encryptionOf({ redisCaFile }: RedisSettings, { isEncrypted }: RedisServers): Pick<RedisOptions, 'tls'> {
  if (!isEncrypted) return {};
  return { tls: redisCaFile === undefined ? {} : { ca: readFileSync(redisCaFile) } };
}

/** A server that has become a replica takes no writes: the command goes to the one that is the primary now. */
const isDemoted = ({ message }: Error): false | 2 => (message.startsWith('READONLY') ? 2 : false);
