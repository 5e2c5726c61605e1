import type { Transaction } from '@app/database';

/** The times of runs that are not requested by hand. Its kind may show members of the request beside them. */
export interface ScheduleDocument {
  /** Standard cron expression with five fields. */
  readonly cron: string;
  /** IANA name of the time zone in which the fields are read. */
  readonly timezone: string;
  readonly enabled: boolean;
}

/** The members of each request beside its target, as the kind has them. They stand in the document. */
export type ScheduledRequest = Readonly<Record<string, unknown>>;

/** A tick that is due. Its schedule is locked by the transaction. */
export interface Tick {
  /** The node of the target, a bigint in decimal. */
  readonly target: string;
  readonly kind: string;
  readonly cron: string;
  readonly timezone: string;
  readonly updatedBy: string;
  readonly request: ScheduledRequest;
  /** The clock of the database, in epoch ms. */
  readonly now: number;
}

/** A kind of runs that schedules request, as the scheduler needs it. */
export interface ScheduledKind {
  /** The kind in the rows of its schedules. */
  readonly name: string;
  /** Whether so many of its runs wait that ticks have to wait as well: they are late then, never lost. */
  isFull(): Promise<boolean>;
  /** Requests runs, in the transaction that moves the schedules on. A target that must not be run gets none. */
  request(tx: Transaction, ticks: readonly Tick[]): Promise<void>;
  /** Called after the commit of runs, for wake-ups that are no notifications. */
  requested?(): Promise<void>;
}

/** Waiting runs of a kind above which its ticks wait until some have ended. */
export const MOST_WAITING = 2_000;
