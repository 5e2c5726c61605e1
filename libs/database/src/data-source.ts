import { DataSource } from 'typeorm';
import { MIGRATIONS } from './migrations';

export interface DataSourceOptions {
  readonly url: string;
  readonly poolSize: number;
  /** Called when a pooled connection dies while idle; without a listener that would end the process. */
  readonly onConnectionError?: (error: Error) => void;
}

/** How long a request waits for a free connection before it is answered with 503, in ms. */
const CONNECTION_WAIT_MS = 2_000;

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
    extra: { max: options.poolSize, connectionTimeoutMillis: CONNECTION_WAIT_MS, keepAlive: true },
  });
}
