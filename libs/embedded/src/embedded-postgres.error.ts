/** Why the embedded PostgreSQL could not be used; stable, so that a caller can distinguish the cases. */
export type EmbeddedPostgresFailure =
  | 'unsupported_platform'
  | 'binaries_not_runnable'
  | 'data_directory_unusable'
  | 'other_major_version'
  | 'initialisation_failed'
  | 'start_failed'
  | 'backup_failed'
  | 'backup_unusable'
  | 'restore_refused';

/** A failure of the embedded PostgreSQL. The message is for the operator: what is wrong, where, and what to do. */
export class EmbeddedPostgresError extends Error {
  readonly reason: EmbeddedPostgresFailure;

  constructor(reason: EmbeddedPostgresFailure, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'EmbeddedPostgresError';
    this.reason = reason;
  }
}

export const backupFailed = (message: string): EmbeddedPostgresError =>
  new EmbeddedPostgresError('backup_failed', message);

/** The error of data in DATA_DIR that cannot be used. */
export const unusableData = (message: string, cause?: unknown): EmbeddedPostgresError =>
  new EmbeddedPostgresError('data_directory_unusable', message, cause);
