import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { freePort } from '@app/embedded';
import Redis, { type RedisOptions } from 'ioredis';
import { eventually } from '../../support/eventually';

/** Why there is no Redis of the machine; undefined where there is one. */
export const missingRedis = ['redis-server', 'redis-cli'].some((name) => spawnSync(name, ['--version']).error)
  ? 'redis-server and redis-cli are not on the PATH'
  : undefined;

/** Of all servers, and of all Sentinels. */
export const PASSWORDS = { server: 'geheim', sentinel: 'wachter' } as const;
/** How long a server is away before the others replace it, in ms. */
const AWAY_MS = 1_000;

const run = promisify(execFile);

/** Redis servers of one's own on loopback. */
export class RedisGroup {
  readonly folder = mkdtempSync(join(tmpdir(), 'catalog-redis-'));
  /** By their ports. */
  private readonly running = new Map<number, ChildProcess>();

  /** Each on a free port. @param login as which it answers @returns the ports */
  async start(
    count: number,
    config: (port: number) => readonly string[],
    login: RedisOptions = { password: PASSWORDS.server },
  ): Promise<number[]> {
    const ports: number[] = [];
    for (let n = 0; n < count; n++) ports.push(await this.startOne(config, login));
    return ports;
  }

  /** On another port where what a server needs above its own is taken, which ends it. */
  private async startOne(config: (port: number) => readonly string[], login: RedisOptions, tries = 5): Promise<number> {
    // A node of a cluster listens 10,000 ports above as well.
    const port = await eventually(freePort, (free) => free < 55_000);
    const lines = [`port ${port}`, 'bind 127.0.0.1', `dir ${this.folder}`, 'save ""', ...config(port)];
    const file = join(this.folder, `${port}.conf`);
    writeFileSync(file, `${lines.join('\n')}\n`);
    const isSentinel = lines.some((line) => line.startsWith('sentinel '));
    const child = spawn('redis-server', [file, ...(isSentinel ? ['--sentinel'] : [])], { stdio: 'ignore' });
    await once(child, 'spawn');
    this.running.set(port, child);
    await eventually(() => child.exitCode !== null || command(port, login, 'ping').catch(() => undefined));
    if (child.exitCode === null) return port;
    this.running.delete(port);
    if (tries === 1) throw new Error(`redis-server ended with ${child.exitCode}: ${lines.join(', ')}`);
    return this.startOne(config, login, tries - 1);
  }

  isRunning(port: number): boolean {
    return this.running.has(port);
  }

  /** As a machine that is gone. */
  async kill(port: number): Promise<void> {
    const child = this.running.get(port)!;
    this.running.delete(port);
    const gone = once(child, 'exit');
    child.kill('SIGKILL');
    await gone;
  }

  async stop(): Promise<void> {
    await Promise.all([...this.running.keys()].map((port) => this.kill(port)));
    rmSync(this.folder, { recursive: true, force: true });
  }
}

/** One command to one server. */
export async function command(port: number, login: RedisOptions, name: string, ...words: string[]): Promise<unknown> {
  const client = new Redis({ host: '127.0.0.1', port, ...login, lazyConnect: true, retryStrategy: () => null });
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await client.call(name, ...words);
  } finally {
    client.disconnect();
  }
}

const OF_DATA = { password: PASSWORDS.server };
const OF_SENTINELS = { password: PASSWORDS.sentinel };
const OF_SERVERS = [`requirepass ${PASSWORDS.server}`, `masterauth ${PASSWORDS.server}`];

export interface Sentinels {
  readonly group: RedisGroup;
  readonly url: string;
  /** The port of the server that the Sentinels name. */
  readonly primary: () => Promise<number>;
}

/** A primary, two replicas, and three Sentinels of which two decide. */
export async function startSentinels(primaryName: string): Promise<Sentinels> {
  const group = new RedisGroup();
  const [first = 0] = await group.start(1, () => OF_SERVERS);
  await group.start(2, () => [...OF_SERVERS, `replicaof 127.0.0.1 ${first}`]);
  const ports = await group.start(
    3,
    () => [
      `requirepass ${PASSWORDS.sentinel}`,
      `sentinel sentinel-pass ${PASSWORDS.sentinel}`,
      `sentinel monitor ${primaryName} 127.0.0.1 ${first} 2`,
      `sentinel auth-pass ${primaryName} ${PASSWORDS.server}`,
      `sentinel down-after-milliseconds ${primaryName} ${AWAY_MS}`,
      `sentinel failover-timeout ${primaryName} ${4 * AWAY_MS}`,
    ],
    OF_SENTINELS,
  );
  const ask = (port: number, ...words: string[]) => command(port, OF_SENTINELS, 'sentinel', ...words);
  // Only Sentinels that know each other and the replicas replace a primary.
  for (const port of ports)
    for (const [what, count] of [
      ['sentinels', 2],
      ['replicas', 2],
    ] as const)
      await eventually(async () => ((await ask(port, what, primaryName)) as unknown[]).length === count);
  const hosts = ports.map((port) => `127.0.0.1:${port}`).join(',');
  return {
    group,
    url: `redis-sentinel://:${PASSWORDS.server}@${hosts}/${primaryName}/0?sentinelPassword=${PASSWORDS.sentinel}`,
    primary: async () => Number(((await ask(ports[0]!, 'get-master-addr-by-name', primaryName)) as string[])[1]),
  };
}

export interface RedisClusterOfTests {
  readonly group: RedisGroup;
  readonly url: string;
  /** The port of the primary that has the key. */
  readonly primaryOf: (key: string) => Promise<number>;
  /** Moves all keys of the slot of that key to another primary. */
  readonly moveSlotOf: (key: string) => Promise<void>;
}

/** Three primaries with a replica each. */
export async function startCluster(): Promise<RedisClusterOfTests> {
  const group = new RedisGroup();
  const ports = await group.start(6, (port) => [
    ...OF_SERVERS,
    'cluster-enabled yes',
    `cluster-config-file nodes-${port}.conf`,
    `cluster-node-timeout ${AWAY_MS}`,
  ]);
  const hosts = ports.map((port) => `127.0.0.1:${port}`);
  const cli = ['-a', PASSWORDS.server, '--no-auth-warning', '--cluster-yes', '--cluster'];
  await run('redis-cli', [...cli, 'create', ...hosts, '--cluster-replicas', '1']);
  const living = () => [...ports].filter((port) => group.isRunning(port));
  const ask = (port: number, ...words: string[]) => command(port, OF_DATA, 'cluster', ...words);
  for (const port of ports)
    await eventually(
      async () =>
        /cluster_state:ok/.test(String(await ask(port, 'info'))) &&
        (String(await ask(port, 'nodes')).match(/\bslave\b/g) ?? []).length === 3,
    );
  const nodes = async () =>
    String(await ask(living()[0]!, 'nodes'))
      .split('\n')
      .filter((line) => / (myself,)?master /.test(line))
      .map((line) => ({ id: line.split(' ')[0]!, port: Number(/:(\d+)@/.exec(line)![1]) }));
  const slotOf = async (key: string) => String(await ask(living()[0]!, 'keyslot', key));
  const primaryOf = async (key: string) => {
    const slot = Number(await slotOf(key));
    const ranges = (await ask(living()[0]!, 'slots')) as [number, number, [string, number]][];
    return ranges.find(([from, to]) => from <= slot && slot <= to)![2][1];
  };
  return {
    group,
    url: `redis-cluster://:${PASSWORDS.server}@${hosts.join(',')}`,
    primaryOf,
    moveSlotOf: async (key) => {
      const slot = await slotOf(key);
      const from = await primaryOf(key);
      const all = await nodes();
      const [giver, taker] = [all.find(({ port }) => port === from)!, all.find(({ port }) => port !== from)!];
      await ask(taker.port, 'setslot', slot, 'importing', giver.id);
      await ask(giver.port, 'setslot', slot, 'migrating', taker.id);
      for (;;) {
        const keys = (await ask(giver.port, 'getkeysinslot', slot, '100')) as string[];
        if (keys.length === 0) break;
        const words = ['127.0.0.1', String(taker.port), '', '0', '5000', 'auth', PASSWORDS.server, 'keys', ...keys];
        await command(giver.port, OF_DATA, 'migrate', ...words);
      }
      for (const { port } of [taker, giver, ...all]) await ask(port, 'setslot', slot, 'node', taker.id);
    },
  };
}

/** A server that speaks TLS alone, by a certificate that nobody else trusts, to a user who may use keys of that prefix. */
export async function startEncrypted(prefix: string): Promise<{ group: RedisGroup; url: string; caFile: string }> {
  const group = new RedisGroup();
  const [keyFile, caFile] = ['key.pem', 'ca.pem'].map((name) => join(group.folder, name)) as [string, string];
  const subject = ['-subj', '/CN=127.0.0.1', '-addext', 'subjectAltName=IP:127.0.0.1'];
  const key = ['-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-keyout', keyFile];
  await run('openssl', ['req', '-x509', ...key, ...subject, '-days', '2', '-out', caFile]);
  const login = { username: 'catalog', password: PASSWORDS.server, tls: { ca: readFileSync(caFile) } };
  const [port = 0] = await group.start(
    1,
    (free) => [
      'port 0',
      `tls-port ${free}`,
      `tls-cert-file ${caFile}`,
      `tls-key-file ${keyFile}`,
      `tls-ca-cert-file ${caFile}`,
      'tls-auth-clients no',
      'user default off',
      `user ${login.username} on >${login.password} ~${prefix}:* &* +@all -@admin`,
    ],
    login,
  );
  return { group, url: `rediss://${login.username}:${login.password}@127.0.0.1:${port}`, caFile };
}
