import type { Transaction } from '@app/database';
import type { Engine, KnownTable, Reason, Session } from '@app/sources';
import type { DataAccess } from '../../access/data-access';
import type {
  DataOutcomeBody,
  DataProgress,
  DataRunEnd,
  DataRunKind,
  DataRunTrigger,
  DataWarning,
  RunRef,
} from '../data-run';

export interface ClaimedDataRun {
  readonly id: string;
  readonly kind: DataRunKind;
  /** Nodes are bigint in decimal; null where the connection is not of a service. */
  readonly service: string | null;
  readonly asset: string | null;
  readonly serviceRef: RunRef | null;
  readonly assetRef: RunRef | null;
  /** The request, in the shape of the kind. */
  readonly request: Readonly<Record<string, unknown>>;
  readonly trigger: DataRunTrigger;
  readonly requestedBy: string;
  /** Start of the first attempt, in epoch ms: results are stored under it, so that an attempt replaces what the one before it stored. */
  readonly startedAt: number;
  readonly attempts: number;
}

/** How a run ended. */
export interface DataOutcome {
  readonly status: DataRunEnd;
  /** Where the whole run ended by it. */
  readonly reason?: Reason;
  /** One sentence for people. */
  readonly message: string;
  readonly body?: DataOutcomeBody;
  /** Writes in the transaction that ends the run, which is ours then: nothing of it stays where the run is not. */
  readonly store?: (tx: Transaction) => Promise<void>;
}

/** The source of a run: an engine with what it made of the connection. */
export interface RunSource {
  readonly engine: Engine;
  /** With its secrets: it goes nowhere but to the engine. */
  readonly config: unknown;
  /**
   * Begins a reading. It is cancelled with the run and closed at its end; close it earlier where the run goes on without it.
   * @param config of another database of the source; default: `config`
   * @throws {SourceError}
   */
  open(config?: unknown): Promise<Session>;
  /** Those of these tables of a database that the catalog has. */
  known(database: string, tables: readonly Pick<KnownTable, 'schema' | 'name'>[]): Promise<readonly KnownTable[]>;
}

export interface DataRunContext {
  readonly run: ClaimedDataRun;
  /** The access when the run was claimed. */
  readonly access: DataAccess;
  /** @throws {SourceError} `sealedElsewhere`, `badParameter`: the connection cannot be opened, or is not what the engine needs */
  source(): RunSource;
  /** Aborted when the run was cancelled, has lost its lease, is out of time, or the process stops. Whatever is written then is refused. */
  readonly signal: AbortSignal;
  /** Epoch ms at which the time of the run is over. */
  readonly until: number;
  progress(progress: DataProgress): void;
  warn(warning: DataWarning): void;
  /** Locks the run for this worker until the transaction ends. @throws {RunLost} where it no longer is */
  fence(tx: Transaction): Promise<void>;
}

/** Thrown where the run is no longer this worker's: nothing more is written. */
export class RunLost extends Error {
  override readonly name = 'RunLost';
}

/** Does the work of one kind of runs. What it throws as a SourceError ends the run as Aborted with its reason. */
export interface DataRunner {
  readonly kind: DataRunKind;
  run(context: DataRunContext): Promise<DataOutcome>;
}
