import pg from 'pg';
import { DataSource, type DataSourceOptions as TypeOrmOptions } from 'typeorm';
import { firstConnection } from './first-connection';
import { MIGRATIONS } from './migrations';
import { ResilientClient } from './resilient-client';
import { WaitingPool } from './waiting-pool';

export interface DataSourceOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called when a pooled connection dies while idle; without a listener that would end the process. */
  readonly onConnectionError?: (error: Error) => void;
  /** The class of the connections; a test observes its statements by it. */
  readonly Client?: typeof ResilientClient;
}

/** The driver, with a pool that waits. */
const DRIVER: unknown = Object.create(pg, { Pool: { value: WaitingPool } });
/**
 * How long a session may sit in a transaction and do nothing, in ms. A process that is frozen in the middle of one would
 * keep its locks, and with them every other worker from a contract, for as long as its connection stands.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

export function dataSourceOptions(options: DataSourceOptions): TypeOrmOptions {
  return {
    type: 'postgres',
    driver: DRIVER,
    url: options.url,
    migrations: MIGRATIONS,
    migrationsTableName: 'migration',
    migrationsTransactionMode: 'each',
    synchronize: false,
    installExtensions: false,
    poolErrorHandler: options.onConnectionError ?? ((): void => undefined),
    applicationName: 'metadata-catalog',
    extra: {
      max: options.poolSize,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
      pipeline: true,
      Client: options.Client ?? ResilientClient,
    },
  };
}

export const createDataSource = (options: DataSourceOptions): DataSource => new DataSource(dataSourceOptions(options));

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
