import type { RequestCount } from '../http/access/request-counts';

/** What the processes of a port count, each as it says in the text format of Prometheus. */
export interface PortMetrics {
  /** Of those that serve now; of one that does not answer in time, what it said last. */
  readonly serving: readonly PlaceMetrics[];
  /** What processes that have ended said last. */
  readonly ended: readonly EndedMetrics[];
  /** How many processes shall serve. */
  readonly wanted: number;
}

export interface PlaceMetrics {
  readonly place: number;
  readonly text: string;
}

export interface EndedMetrics {
  readonly number: number;
  readonly text: string;
}

/** What has ended, added up by a process that serves: the first process understands no metrics. */
export interface AddedMetrics {
  /** Numbers of those that were added up. */
  readonly numbers: readonly number[];
  readonly text: string;
}

/** What a process that serves asks the first one. */
export type AskedOfPrimary = {
  /** Says that it serves. */
  readonly serving: (said: null) => void;
  /** Counts a request of each of these callers. */
  readonly count: (callers: readonly string[]) => Promise<RequestCount[]>;
  /** The metrics of all, with those of the one that asks. */
  readonly metrics: (own: string) => Promise<PortMetrics>;
  readonly added: (added: AddedMetrics) => void;
};

/** What the first process asks one that serves. */
export type AskedOfProcess = {
  readonly metrics: (said: null) => Promise<string>;
};
