import type { EventLog } from '@app/events';
import { hasEnded, type DataRunRow } from './data-run';
import { shownProgress, type RunSight } from './shown-run';

/**
 * The events of a run: its states, the newest progress, its end. Ids grow: progress counts its reports, of which only the newest is stored,
 * so a reader that comes back misses those between and nothing else.
 */
export function runLog(run: DataRunRow, sight: Pick<RunSight, 'isRestricted'>): EventLog {
  const { id, status, timestamp, attempts, progress } = run;
  const isEnded = hasEnded(status);
  const reports = progress?.seq ?? 0;
  const state = (at: number, name: string) => ({ id: at, event: 'state', data: { id, status: name, timestamp } });
  const events = [
    state(1, 'Queued'),
    ...(attempts > 0 ? [state(2, 'Running')] : []),
    ...(progress ? [{ id: 2 + reports, event: 'progress', data: { id, ...shownProgress(progress, sight) } }] : []),
    ...(isEnded
      ? [
          state(3 + reports, status),
          { id: 4 + reports, event: 'end', data: { id, status, ...(run.reason && { reason: run.reason }) } },
        ]
      : []),
  ];
  return { events, isEnded };
}
