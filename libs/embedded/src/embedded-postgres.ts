import { resolve } from 'node:path';
import { prepareBinaries } from './binaries/binaries';
import { nativeDirectory } from './binaries/package-location';
import {
  administratorUrl,
  ensureCatalogDatabase,
  ownerUrl,
  readPassword,
  requirePassword,
} from './cluster/catalog-database';
import { EmbeddedPostgresError } from './embedded-postgres.error';
import { findCluster, logFile, makeDataDirectory } from './cluster/data-layout';
import { obtainCluster } from './cluster/initialise';
import { serverAccount } from './run-command';
import { launch, type Launched, type LaunchPlan } from './server/launch';
import { findPostmaster, stopPostmaster, untilGone } from './server/postmaster';

export interface EmbeddedPostgresOptions {
  /** DATA_DIR, absolute. Below it: `postgres/` (the cluster), `postgres.log`, `postgres.password`. */
  readonly dataDir: string;
  /** Called with one sentence for each slow or unusual step. */
  readonly log?: (message: string) => void;
  /** The port to try first, so that a restarted server is found where it was. Default: a free one. */
  readonly preferredPort?: number;
  /** False switches fsync off, for databases that are thrown away. Default true. */
  readonly durable?: boolean;
  /** Connections at one time; default, and at least, 100. A server that runs already is not changed. */
  readonly connections?: number;
  /** The folder with `bin`, `lib`, `share`. Default: that of the installed platform package. */
  readonly native?: string;
  /** Gives up the start; the caller stops the server that may have come up meanwhile. */
  readonly signal?: AbortSignal;
}

/** How often a running server is looked at: it may be another process's child, whose end sends no event to us. */
const WATCH_MS = 100;

/** A running server. It outlives this process unless it is stopped. */
export interface EmbeddedPostgres {
  /** URL of the database `catalog`, as the role that owns it and is no superuser. */
  readonly url: string;
  /** URL of the database `postgres`, as the superuser. The service itself never connects by it. */
  readonly administratorUrl: string;
  readonly pid: number;
  readonly port: number;
  /** True when it was running already: left behind by a process that was killed. */
  readonly adopted: boolean;
  /** True when the data directory was made by this start. */
  readonly cold: boolean;
  /** Resolves when the server has gone, whatever the reason. */
  exited(): Promise<void>;
  /**
   * Ends it in good order, and harder after `limitMs` (default 5 s; then the next start recovers from the log).
   * Returns when it has gone; no error when it has gone before.
   */
  stop(limitMs?: number): Promise<void>;
}

/**
 * Starts the real PostgreSQL of the installed npm package on DATA_DIR, or adopts the one that runs there.
 * Works as root (the server then runs as an unprivileged account) and as an ordinary user, on 127.0.0.1 only.
 * Throws EmbeddedPostgresError with a message for the operator.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => undefined } = options;
  const dataDir = resolve(options.dataDir);
  makeDataDirectory(dataDir);
  const account = serverAccount(findCluster(dataDir) ?? undefined);
  const binaries = await prepareBinaries(options.native ?? nativeDirectory(), account, dataDir);
  const cluster = await obtainCluster(dataDir, binaries, account);
  if (cluster.cold) log(`new database in ${cluster.directory}`);
  const password = requirePassword(dataDir);
  const { postgres, major } = binaries;
  const plan = { postgres, major: Number(major), cluster: cluster.directory, account, logFile: logFile(dataDir) };
  const { preferredPort, durable = true, connections, signal } = options;
  const server = await launchWithDatabase({ ...plan, preferredPort, durable, connections, signal }, (launched) => {
    if (launched.adopted) log(`PostgreSQL was still running (process ${launched.pid}) and is taken over`);
    return ensureCatalogDatabase(launched.port, password, dataDir);
  });
  return {
    url: ownerUrl(server.port, password),
    administratorUrl: administratorUrl(server.port, password),
    pid: server.pid,
    port: server.port,
    adopted: server.adopted,
    cold: cluster.cold,
    exited: async () => void (await untilGone(server.pid, cluster.directory, Infinity, WATCH_MS)),
    stop: (limitMs) => stopPostmaster(server.pid, cluster.directory, limitMs),
  };
}

/** How long a server that was found running, and then refuses its database, may take to end. */
const LEAVING_MS = 6_000;

/**
 * The server, with its database there. One that was found running may have been about to end, or be killed as we connect: then it was none,
 * and the next is started. One that refuses and stays is an error; what we started ourselves does not outlive it.
 */
async function launchWithDatabase(
  plan: LaunchPlan,
  ensureDatabase: (server: Launched) => Promise<void>,
): Promise<Launched> {
  for (;;) {
    const server = await launch(plan);
    try {
      await ensureDatabase(server);
      return server;
    } catch (error) {
      if (!server.adopted) await stopPostmaster(server.pid, plan.cluster);
      else if (!(error instanceof EmbeddedPostgresError) && (await untilGone(server.pid, plan.cluster, LEAVING_MS)))
        continue;
      throw error;
    }
  }
}

/** The connection string of the server that runs on DATA_DIR and takes connections, or null. */
export function findEmbeddedPostgres(dataDir: string): string | null {
  return findRunning(dataDir, ownerUrl);
}

/** The URL of the running server for its superuser; null if none runs on the folder. */
export function findAdministrator(dataDir: string): string | null {
  return findRunning(dataDir, administratorUrl);
}

function findRunning(dataDir: string, urlOf: (port: number, password: string) => string): string | null {
  const cluster = findCluster(resolve(dataDir));
  const server = cluster === null ? null : findPostmaster(cluster);
  const password = readPassword(resolve(dataDir));
  return server?.status === 'ready' && password ? urlOf(server.port, password) : null;
}

/** Ends the server that runs on DATA_DIR, started by any process; returns when it has gone, at once when there is none. */
export async function stopEmbeddedPostgres(dataDir: string, limitMs?: number): Promise<void> {
  const cluster = findCluster(resolve(dataDir));
  const server = cluster === null ? null : findPostmaster(cluster);
  if (cluster !== null && server) await stopPostmaster(server.pid, cluster, limitMs);
}
