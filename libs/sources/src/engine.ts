import type { Dialect } from './sql/dialect';
import type { TypeWords } from './catalogue/catalogue-column';
import type { SourceTable } from './catalogue/source-table';
import type { ConfigFields } from './config/config-field';
import type { SourceNetworks } from './connect/source-networks';
import type { Explanation, Reason } from './reason';

/** A cell as the source writes it; null is SQL's NULL. */
export type Cell = string | null;
export type Row = readonly Cell[];

/** The result of a statement. */
export interface Rows {
  readonly columns: readonly string[];
  readonly rows: readonly Row[];
}

/** Bounds of a reading. */
export interface SessionLimits {
  /** For name, TCP, TLS and login together, in s. */
  readonly connectSeconds: number;
  /** Limit of one statement, set in the source as well, in s. */
  readonly statementSeconds: number;
  /** Most rows and bytes of one result; beyond: `tooLarge`. */
  readonly rows: number;
  readonly bytes: number;
}

export type ResultBounds = Pick<SessionLimits, 'rows' | 'bytes'>;

/** The limits of a process, and who asks. */
export interface SessionContext {
  readonly limits: SessionLimits;
  readonly networks: SourceNetworks;
  /** Shown by the source beside the session, such as `metadata-catalog data <id of the run>`. */
  readonly program: string;
  /** Real paths below which folders of files may lie; files below `refused` are never read. */
  readonly files: { readonly roots: readonly string[]; readonly refused: readonly string[] };
  /** Memory of the engine that reads files, and the size of its temporary files. */
  readonly memoryMb: number;
  readonly tempBytes: number;
  readonly threads: number;
  /** Folder with a `node_modules` of drivers that are no part of the installation; absent: they lie beside the program. */
  readonly driversFolder?: string;
}

/** One connection in one read-only snapshot: a reading. */
export interface Session {
  /** The dialect of the server as it turned out to be: two that share a protocol may differ. */
  readonly dialect: Dialect;
  /**
   * Runs one statement.
   * @param bounds in place of those of the session, for statements of the service itself
   * @throws {SourceError}
   */
  query(sql: string, bounds?: Partial<ResultBounds>, params?: readonly Cell[]): Promise<Rows>;
  /** From here on unqualified names mean tables of this schema. */
  enter(schema: string): Promise<void>;
  /** Takes `enter` back; absent where a schema that is entered changes no other statement. */
  leave?(): Promise<void>;
  /** The source's clock, in epoch ms. */
  now(): Promise<number>;
  /** Ends the running statement in the source, and refuses further ones with `cancelled`. Resolves when it has ended there. */
  cancel(): Promise<void>;
  /** Rolls back and closes; never throws. */
  close(): Promise<void>;
}

/** The part of a source that is listed. */
export interface Scope {
  /** Exact names; absent: all but those of the system. */
  readonly schemas?: readonly string[];
  /** Exact names of tables, of all schemas in the scope. */
  readonly tables?: readonly string[];
  readonly includeViews: boolean;
  /** Partitions as tables of their own. */
  readonly includePartitions: boolean;
  /** Whether names are enough: tables then lack columns where those are found by reading rows. */
  readonly namesOnly?: boolean;
  /** Those of these tables that the catalog has; absent: it has none. Sources that do not name their own columns and tables ask for it. */
  readonly known?: (tables: readonly Pick<KnownTable, 'schema' | 'name'>[]) => Promise<readonly KnownTable[]>;
  /** Whether tables are listed as they are even where that would replace what the catalog has. */
  readonly takesChanges?: boolean;
}

/** Something to know of a table, or a file, that was listed. */
export interface ListingNote {
  readonly code: 'columnsDiffer' | 'fileEmpty' | 'headerLooksLikeData' | 'hiveFolder' | 'sameName';
  readonly schema: string;
  readonly name: string;
  readonly message: string;
}

/** A table as the catalog has it. */
export interface KnownTable {
  readonly schema: string;
  readonly name: string;
  readonly locationPath?: string;
  readonly columns: readonly { readonly name: string; readonly display: string }[];
}

/** A schema of a source; tables are listed by it even where it has none. */
export interface SourceSchema {
  readonly name: string;
  readonly comment?: string;
}

/** A database of a source, with what its session may see. */
export interface Listing {
  /** The name in the catalog. */
  readonly database: string;
  readonly comment?: string;
  readonly schemas: readonly SourceSchema[];
  readonly tables: readonly SourceTable[];
  /** Schemas that the session may not look into: their content is unknown. */
  readonly refusedSchemas: readonly string[];
  /** The only schemas that it says anything of, where the connection names them. */
  readonly restrictedTo?: readonly string[];
  /** Tables that are there and could not be looked into. */
  readonly unreadable?: readonly {
    readonly schema: string;
    readonly name: string;
    readonly reason: Reason;
    readonly message: string;
  }[];
  readonly notes?: readonly ListingNote[];
}

/** One engine: a pure dialect, and sessions of it. `Config` is what it made of `connection.config`. */
export interface Engine<Config = unknown> {
  readonly name: string;
  /** The npm package of its driver; `node` where it needs none. */
  readonly driver: string;
  /** Tried against recorded answers, or a stand-in that speaks its protocol, and no server of its own: SQL of users is not run. */
  readonly isPreview?: true;
  readonly serviceTypes: readonly string[];
  /** For what needs no source, such as the guard; statements are written by the session's. */
  readonly dialect: Dialect;
  /** The catalog's words for its decimals and times. */
  readonly typeWords: TypeWords;
  /** Whether the source itself refuses writes in a session: without it SQL of users is not run. */
  readonly hasReadOnlyMode: boolean;
  /** The members of `connection.config`. */
  readonly fields: ConfigFields;
  /** Ways to log in: the members of one of them are required. */
  readonly logins?: readonly (readonly string[])[];
  /** Schemes of connection strings, each with the type of services that it stands for. */
  readonly schemes?: Readonly<Record<string, string>>;
  /**
   * @param isOfBefore whether it was stored before connections to other machines required TLS where they say nothing of it
   * @throws {SourceError} never; faults of the config are listed instead
   */
  readConfig(config: Readonly<Record<string, unknown>>, isOfBefore?: boolean): ReadConfig<Config>;
  /** @throws {SourceError} with the step's reason */
  connect(config: Config, context: SessionContext): Promise<Session>;
  /** Databases of the source that are read by sessions of their own, by the config; each with its config. */
  databases(session: Session, config: Config): Promise<readonly Config[]>;
  /** The database of a config, as a listing names it. */
  databaseName(config: Config): string;
  introspect(session: Session, config: Config, scope: Scope): Promise<Listing>;
  explain(error: unknown, config: Config): Explanation;
}

/** The config as the engine reads it, or each member that it lacks or cannot read. */
export type ReadConfig<Config> =
  { readonly config: Config } | { readonly faults: readonly { readonly field: string; readonly message: string }[] };
