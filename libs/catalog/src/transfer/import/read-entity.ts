/** Entities of one import. Each can be refused by itself, which costs more than reading it. */
export const MOST_READ = 100_000;

/** Most faults of an import that are listed; further ones are only counted. */
export const MOST_FAULTS = 1_000;

export interface ImportFault {
  /** Line of a CSV, or index of the table in a JSON list; both from 1. */
  readonly line: number;
  /** Header of the cell in a CSV, path in the body in JSON. */
  readonly field: string;
  /** The error and what is allowed; absent if `cause` is set. */
  readonly message?: string;
  /** A failure not caused by the entity, as thrown: the HTTP layer decides what the caller sees. */
  readonly cause?: unknown;
}

/** Maps a path in an entity's body to the location of a fault. */
export type FaultLocation = (path: string) => Pick<ImportFault, 'line' | 'field'>;

/** One fault, where the first of those begins that are not read; they are called by what the file is of. */
export function tooMany(line: number, field: string, what: string, most = MOST_READ): Omit<ReadEntity, 'body'> {
  const message = `is the first one behind ${most} ${what}, the most that are read from a file; send the rows from here on by themselves`;
  return { rows: 0, faults: [{ line, field, message }], locationOf: () => ({ line, field }) };
}

export interface SchemaOfTables {
  /** FQN */
  readonly fqn: string;
  /** Whether all tables go to it, whatever they say; otherwise those that name none. */
  readonly isForAll: boolean;
}

export interface ReadEntity {
  readonly rows: number;
  /** Its FQN in the file; absent if that could not be read. */
  readonly name?: string;
  readonly body: unknown;
  /** If there are any, the body is not written. */
  readonly faults: readonly ImportFault[];
  /** Faults beyond the first 1,000: a file may be one table of a million rows, each of them wrong. */
  readonly faultsLeftOut?: number;
  readonly locationOf: FaultLocation;
  /** Written before what it names is there; the same row follows as a whole, and the outcome of that counts alone. */
  readonly isDraft?: true;
}
