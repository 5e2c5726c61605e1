import { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations';

export interface DataSourceOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called when a pooled connection dies while idle; without a listener that would end the process. */
  readonly onConnectionError?: (error: Error) => void;
}

/** How long a request waits for a free connection, in ms: with what is around it, its 503 is there within 2 s. */
export const CONNECTION_WAIT_MS = 1_500;
/**
 * How long a session may sit in a transaction and do nothing, in ms. A process that is frozen in the middle of one would
 * keep its locks, and with them every other worker from a contract, for as long as its connection stands.
 */
const IDLE_IN_TRANSACTION_MS = 10_000;

export function createDataSource(options: DataSourceOptions): DataSource {
  return new DataSource({
    type: 'postgres',
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
      connectionTimeoutMillis: CONNECTION_WAIT_MS,
      idle_in_transaction_session_timeout: IDLE_IN_TRANSACTION_MS,
      keepAlive: true,
    },
  });
}
