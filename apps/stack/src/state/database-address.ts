import type { Settings } from '@app/config';
import { findEmbeddedPostgres } from '@app/embedded';
import { StackError } from './stack-error';

/** The settings with the database to use: the one of DATABASE_URL, else the embedded one that runs on DATA_DIR. */
export function withRunningDatabase(settings: Settings): Settings & { readonly databaseUrl: string } {
  const databaseUrl = settings.databaseUrl ?? findEmbeddedPostgres(settings.dataDir);
  if (databaseUrl) return { ...settings, databaseUrl };
  throw new NoDatabaseError(settings.dataDir);
}

/** Neither an external database nor a running embedded one. */
export class NoDatabaseError extends StackError {
  constructor(dataDir: string) {
    super(
      `No database: none runs on DATA_DIR ${dataDir}, and DATABASE_URL is not set. Start the stack (npm start) or set it.`,
    );
    this.name = 'NoDatabaseError';
  }
}
