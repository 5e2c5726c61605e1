import { addDuration, type Duration } from '@app/common';
import { parseSla, type TimeOfDay } from '@app/contracts';
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

/** Targets at risk at an instant, and when they are to be looked at again. */
export interface SlaOutlook {
  readonly risks: readonly SlaRisk[];
  /** The first instant at which there may be another risk, in epoch ms, unless data that is older than the look becomes known. Absent: never. */
  readonly nextAt?: number;
  /** Whether a refresh or an arrival that becomes known may bring other risks before that. */
  readonly hangsOnRefresh: boolean;
}

/**
 * The targets that are due within the last fifth of their time: the time from one refresh to the next, and from the start of a day to the
 * time at which its data is due. What is overdue is not at risk any more, and what is unreadable never is.
 */
export function slaRisks(sla: unknown, seen: LastSeen, now: number): readonly SlaRisk[] {
  return slaOutlook(sla, seen, now).risks;
}

/** The targets at risk, as `slaRisks` has them, and when there may be others. */
export function slaOutlook(sla: unknown, seen: LastSeen, now: number): SlaOutlook {
  const { refreshFrequency, availabilityTime } = parseSla(sla).terms;
  const parts = [
    ...(refreshFrequency ? [ofRefresh(refreshFrequency, seen.refreshedAt, now)] : []),
    ...(availabilityTime ? [ofDay(availabilityTime, seen, now)] : []),
  ];
  return {
    risks: parts.flatMap(({ risks }) => risks),
    ...(parts.length > 0 && { nextAt: Math.min(...parts.map(({ nextAt }) => nextAt)) }),
    hangsOnRefresh: parts.some(({ hangsOnRefresh }) => hangsOnRefresh),
  };
}

type Part = Required<SlaOutlook>;

/** A refresh that comes after now begins a new time: none of its last part comes before that of a refresh right now. */
function ofRefresh(frequency: Duration, refreshedAt: number | undefined, now: number): Part {
  const afterNext = lastPartOf(now, addDuration(now, frequency));
  if (refreshedAt === undefined) return { risks: [], nextAt: afterNext, hangsOnRefresh: true };
  const dueAt = addDuration(refreshedAt, frequency);
  const from = lastPartOf(refreshedAt, dueAt);
  if (now < from) return { risks: [], nextAt: from, hangsOnRefresh: false };
  if (now > dueAt) return { risks: [], nextAt: afterNext, hangsOnRefresh: true };
  return { risks: [{ target: 'refreshFrequency', dueAt }], nextAt: dueAt + 1, hangsOnRefresh: true };
}

function ofDay(time: Required<TimeOfDay>, { refreshedAt, arrivedAt, dataOf }: LastSeen, now: number): Part {
  const { begin, deadline: dueAt } = nextDue(time, now);
  const from = lastPartOf(begin, dueAt);
  if (now < from) return { risks: [], nextAt: from, hangsOnRefresh: false };
  const isThere = [refreshedAt, arrivedAt, dataOf].some((at) => at !== undefined && at >= begin);
  return { risks: isThere ? [] : [{ target: 'availabilityTime', dueAt }], nextAt: dueAt + 1, hangsOnRefresh: true };
}

/** The first instant of the last part of a time. */
function lastPartOf(from: number, dueAt: number): number {
  return Math.ceil(dueAt - (dueAt - from) * LAST_PART);
}
