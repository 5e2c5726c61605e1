import type { ContractIncident, IncidentEvent, TestCaseIncident } from '../../api/governance/incidents';

export const STATUS_LABELS: Readonly<Record<ContractIncident['status'], string>> = {
  New: 'New',
  Ack: 'Acknowledged',
  Assigned: 'Assigned',
  Resolved: 'Resolved',
};

export const RESOLUTIONS = {
  Fixed: 'Fixed',
  FalsePositive: 'False positive',
  Expected: 'Expected',
  Duplicate: 'Duplicate',
  Other: 'Other',
} as const;

type TestCaseReason = NonNullable<
  NonNullable<TestCaseIncident['testCaseResolutionStatusDetails']>['testCaseFailureReason']
>;

export const FAILURE_REASONS: Readonly<Record<TestCaseReason, string>> = {
  FalsePositive: 'False positive',
  MissingData: 'Missing data',
  Duplicates: 'Duplicates',
  OutOfBounds: 'Out of bounds',
  Other: 'Other',
};

export const EVENTS: Readonly<Record<IncidentEvent['action'], string>> = {
  open: 'Opened',
  acknowledge: 'Acknowledged',
  assign: 'Assigned',
  snooze: 'Snoozed',
  mute: 'Muted',
  unmute: 'Unmuted',
  comment: 'Comment',
  resolve: 'Resolved',
  recovered: 'Recovered',
};

const HOUR_MS = 3_600_000;
const MORNING = 8;

/** The next 08:00 by the clock of the reader, in epoch ms. */
export function nextMorning(now: number): number {
  const morning = new Date(now);
  morning.setHours(MORNING, 0, 0, 0);
  if (morning.getTime() <= now) morning.setDate(morning.getDate() + 1);
  return morning.getTime();
}

/** Ends of a snooze or a mute by label, in epoch ms. */
export function endsFrom(now: number): readonly { readonly label: string; readonly until: number }[] {
  const week = new Date(now);
  week.setDate(week.getDate() + 7);
  return [
    { label: 'for 1 hour', until: now + HOUR_MS },
    { label: 'for 4 hours', until: now + 4 * HOUR_MS },
    { label: 'until 08:00', until: nextMorning(now) },
    { label: 'for 7 days', until: week.getTime() },
  ];
}
