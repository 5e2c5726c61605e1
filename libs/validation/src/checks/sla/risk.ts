import { parseSla } from '@app/contracts';
import { addDuration } from '@app/common';
import { nextDue } from './availability';

/** A target of an SLA that is due soon, and that nothing has met yet. */
export interface SlaRisk {
  readonly target: 'refreshFrequency' | 'availabilityTime';
  /** Epoch ms. */
  readonly dueAt: number;
}

/** The times that are known of the data; epoch ms, none later than now. */
export interface LastSeen {
  readonly refreshedAt?: number;
  readonly arrivedAt?: number;
  /** Timestamp of the newest data that arrived. */
  readonly dataOf?: number;
}

/** A target is at risk in the last part of the time that it gives, of this length. */
const LAST_PART = 1 / 5;

/**
 * The targets that are due within the last fifth of their time: the time from one refresh to the next, and from the start of a day to the
 * time at which its data is due. What is overdue is not at risk any more, and what is unreadable never is.
 */
export function slaRisks(sla: unknown, seen: LastSeen, now: number): SlaRisk[] {
  const { refreshFrequency, availabilityTime } = parseSla(sla).terms;
  const risks: SlaRisk[] = [];
  if (refreshFrequency && seen.refreshedAt !== undefined) {
    const dueAt = addDuration(seen.refreshedAt, refreshFrequency);
    if (isInLastPart(seen.refreshedAt, dueAt, now)) risks.push({ target: 'refreshFrequency', dueAt });
  }
  if (availabilityTime) {
    const { begin, deadline: dueAt } = nextDue(availabilityTime, now);
    const isThere = [seen.refreshedAt, seen.arrivedAt, seen.dataOf].some((at) => at !== undefined && at >= begin);
    if (!isThere && isInLastPart(begin, dueAt, now)) risks.push({ target: 'availabilityTime', dueAt });
  }
  return risks;
}

function isInLastPart(from: number, dueAt: number, now: number): boolean {
  return now <= dueAt && now >= dueAt - (dueAt - from) * LAST_PART;
}
