import { isTerminal, type ExecutionStatus } from '@app/results';
import type { CheckCounts } from '../checks/types';
import type { Dimensions } from '../checks/verdict';
import type { EventLog, StreamEvent } from '@app/events';

/** Reported when a dimension is done: its counts (for the SLA: the targets met), without individual failures. */
export interface DoneDimension {
  readonly dimension: keyof Dimensions;
  readonly [count: string]: unknown;
}

/** The evaluated dimensions, in the order of the interface. */
export function doneDimensions({ schema, semantics, quality, sla }: Dimensions): DoneDimension[] {
  return [
    ...(schema ? [{ dimension: 'schema', ...counts(schema) } as const] : []),
    ...(semantics ? [{ dimension: 'semantics', ...counts(semantics) } as const] : []),
    ...(quality ? [{ dimension: 'quality', ...counts(quality), qualityScore: quality.qualityScore } as const] : []),
    ...(sla ? [{ dimension: 'sla', ...sla.sla } as const] : []),
  ];
}

/** Canonical text of a dimension, independent of the key order that the database returns. */
export function dimensionText(done: DoneDimension): string {
  return JSON.stringify(Object.entries(done).sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** The counts of a dimension alone. */
export function counts({ passed, failed, total }: CheckCounts): CheckCounts {
  return { passed, failed, total };
}

/** Stored progress of a run. */
export interface RunState {
  readonly resultId: string;
  /** Timestamp of the result in epoch ms: a bigint in decimal. */
  readonly timestamp: string;
  readonly status: ExecutionStatus;
  readonly origin: 'run' | 'pushed';
  readonly attempts: number;
  readonly done: readonly DoneDimension[];
}

/**
 * The events of a run: its states, each with the timestamp of the result, and its dimensions between Running and the
 * end. Later states append events and change none. A pushed result has only the event of its own state.
 */
export function runLog({ resultId, timestamp, status, origin, attempts, done }: RunState): EventLog {
  const state = (name: ExecutionStatus) => ({
    event: 'state',
    data: { status: name, resultId, timestamp: Number(timestamp) },
  });
  if (origin === 'pushed') return { events: numbered([state(status)]), isEnded: true };
  const isEnded = isTerminal(status);
  const events = [
    state('Queued'),
    ...(attempts > 0 ? [state('Running')] : []),
    ...done.map((one) => ({ event: 'dimension', data: { resultId, ...one } })),
    ...(isEnded ? [state(status)] : []),
  ];
  return { events: numbered(events), isEnded };
}

function numbered(events: readonly Omit<StreamEvent, 'id'>[]): StreamEvent[] {
  return events.map((event, index) => ({ id: index + 1, ...event }));
}
