import { severalHosts } from '@app/common';
import pg from 'pg';
import { DataSource, type DataSourceOptions as TypeOrmOptions } from 'typeorm';
import { firstConnection } from './first-connection';
import { MIGRATIONS } from './migrations';
import { ResilientClient } from './resilient-client';
import { WaitingPool } from './connection/waiting-pool';

export interface DataSourceOptions {
  readonly url: string;
  /** For what needs a session of its own, where `url` leads to a pooler; default: `url`. */
  readonly directUrl?: string | undefined;
  readonly poolSize: number;
  /** How long a write waits for its commit, in ms. */
  readonly commitWaitMs?: number;
  /** Called when a pooled connection dies while idle; without a listener that would end the process. */
  readonly onConnectionError?: (error: Error) => void;
  /** The class of the connections; a test observes its statements by it. */
  readonly Client?: typeof ResilientClient;
}

/** The driver, with a pool that waits. */
const DRIVER: unknown = Object.create(pg, { Pool: { value: WaitingPool } });

export function dataSourceOptions(options: DataSourceOptions): TypeOrmOptions {
  return {
    type: 'postgres',
    driver: DRIVER,
    // TypeORM reads the name of the database from it; the pool has the whole one.
    url: severalHosts(options.url)?.hosts[0]?.url ?? options.url,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    poolErrorHandler: options.onConnectionError ?? ((): void => undefined),
    applicationName: 'metadata-catalog',
    extra: {
      connectionString: options.url,
      max: options.poolSize,
      keepAlive: true,
      pipeline: true,
      Client: options.Client ?? ResilientClient,
    },
  };
}

/**
 * A data source that is connected. A server that is slow to answer is retried for a limited time; see
 * `firstConnection`.
 */
export async function connectDataSource(options: TypeOrmOptions): Promise<DataSource> {
  const source = new DataSource(options);
  try {
    return await firstConnection(() => source.initialize());
  } catch (error) {
    if (source.isInitialized) await source.destroy();
    throw error;
  }
}
