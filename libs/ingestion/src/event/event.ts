import type { EventTime, Severity } from './lenient';

/** The producer's states of a run; OTHER where it says nothing. */
export const EVENT_TYPES = ['START', 'RUNNING', 'COMPLETE', 'ABORT', 'FAIL', 'OTHER'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

/** A dataset or a job as its producer names it. */
export interface LineageName {
  readonly namespace: string;
  readonly name: string;
}

/** A column of a dataset that a column of an output is made of or depends on. */
export interface ColumnPair {
  readonly from: LineageName;
  readonly fromColumn: string;
  readonly toColumn: string;
  /** How, such as `DIRECT/IDENTITY`; '' where it is not stated. */
  readonly function: string;
}

export interface Assertion {
  readonly assertion: string;
  readonly column?: string;
  readonly success: boolean;
  /** Since 1-0-2 of the facet; absent where the producer says none that is known. */
  readonly severity?: Severity;
  /** The producer's own name of the test. */
  readonly name?: string;
  readonly description?: string;
  readonly expected?: string;
  readonly actual?: string;
}

export interface ExplicitEdge {
  readonly from: LineageName;
  readonly to: LineageName;
}

export type LifecycleState = 'ALTER' | 'CREATE' | 'DROP' | 'OVERWRITE' | 'RENAME' | 'TRUNCATE';

/** Facets of which the newest counts, as they came. */
export type StoredFacets = Readonly<Record<string, unknown>>;

export interface EventDataset extends LineageName {
  readonly output: boolean;
  readonly columns: readonly ColumnPair[];
  readonly assertions: readonly Assertion[];
  /** Whether it has statistics of a write. */
  readonly written: boolean;
  /** Other names of it. */
  readonly symlinks: readonly LineageName[];
  readonly lifecycle?: LifecycleState;
  readonly storedFacets: StoredFacets;
}

/** One event of OpenLineage, 1.x or 2.x, in the parts that the catalog understands. */
export interface LineageEvent {
  readonly kind: 'run' | 'dataset' | 'job';
  readonly eventType?: EventType;
  readonly time: EventTime;
  readonly runId?: string;
  readonly job?: LineageName & { readonly storedFacets: StoredFacets };
  readonly parent?: LineageName;
  readonly sql?: string;
  /** The time that the run stands for: until when its data reaches, in epoch ms. */
  readonly nominal?: number;
  /** Inputs and outputs; of a DatasetEvent the dataset alone, as an output. */
  readonly datasets: readonly EventDataset[];
  /** Which output is made of which input, where the event says so itself; else each output is made of each input. */
  readonly lineage?: readonly ExplicitEdge[];
  /** The parts that were not understood, and where. */
  readonly notes: readonly string[];
}

/** Failed and aborted runs made nothing: inputs and outputs of their events are ignored. */
export function counts({ eventType }: LineageEvent): boolean {
  return eventType !== 'FAIL' && eventType !== 'ABORT';
}
