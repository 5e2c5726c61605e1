import { isTerminal } from '@app/results';
import type { ExecutionStatus } from '@app/results';
import type { DoneDimension } from './done-dimension';
import type { EventLog, StreamEvent } from './event-feed';

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
