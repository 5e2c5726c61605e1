import type { CatalogClient } from './connection/catalog-client';
import type { Environment } from './environment';

/** What a command may reach beside its arguments. */
export interface CommandContext {
  readonly environment: Environment;
  /** One line for people, on stderr. */
  readonly progress: (line: string) => void;
  readonly readStdin: () => Promise<Buffer>;
  /** The service that options, environment or profile name. @throws {CliError} usage where nothing names a token */
  readonly service: () => Promise<CatalogClient>;
}
