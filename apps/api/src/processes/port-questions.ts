import type { RequestCount } from '../http/access/request-counts';

/** The metrics of the processes of a port, each in the text format of Prometheus. */
export interface PortMetrics {
  /** Those of processes that serve now; of one that does not answer in time, what it said last. */
  readonly serving: readonly SlotMetrics[];
  /** The last ones of processes that have ended. */
  readonly ended: readonly EndedMetrics[];
  /** How many processes shall serve. */
  readonly wanted: number;
}

export interface SlotMetrics {
  readonly slot: number;
  readonly text: string;
}

export interface EndedMetrics {
  readonly number: number;
  readonly text: string;
}

/** The metrics of ended processes, added up by a process that serves: the first process understands no metrics. */
export interface AddedMetrics {
  /** Numbers of those that were added up. */
  readonly numbers: readonly number[];
  readonly text: string;
}

/** The questions of a process that serves to the first one. */
export type AskedOfPrimary = {
  /** Says that it serves. */
  readonly serving: (said: null) => void;
  /** Counts a request of each of these callers. */
  readonly count: (callers: readonly string[]) => Promise<RequestCount[]>;
  /** The metrics of all, with those of the one that asks. */
  readonly metrics: (own: string) => Promise<PortMetrics>;
  readonly added: (added: AddedMetrics) => void;
};

/** The questions of the first process to one that serves. */
export type AskedOfProcess = {
  readonly metrics: (said: null) => Promise<string>;
};
