import type { Reference } from '@app/catalog';
import type { IncidentStatus, Severity } from '../states/transitions';

/** How a user resolves an incident. */
export const RESOLUTIONS = ['Fixed', 'FalsePositive', 'Expected', 'Duplicate', 'Other'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const INCIDENT_ACTIONS = ['acknowledge', 'assign', 'snooze', 'mute', 'unmute', 'comment', 'resolve'] as const;
export type IncidentAction = (typeof INCIDENT_ACTIONS)[number];

/** A verdict of a contract; its timestamp in epoch ms. */
export interface ShownVerdict {
  readonly timestamp: number;
  readonly status: string;
  readonly message?: string;
}

/** The incident upstream that an incident follows from. */
export interface IncidentCause {
  readonly contract: Reference;
  readonly incident: string;
  readonly hops: number;
}

/** An open incident of a test case that the contract expects to pass. */
export interface ExpectationIncident {
  /** Id that its statuses have in common. */
  readonly stateId: string;
  readonly status: string;
  readonly testCase: Reference;
}

/** An incident as it is shown. Times in epoch ms. */
export interface ContractIncident {
  readonly id: string;
  readonly contract: Reference;
  readonly status: IncidentStatus;
  readonly openedAt: number;
  /** Since when the contract passes, or fails; absent once it is resolved. */
  readonly since?: number;
  readonly firstResult?: ShownVerdict;
  readonly lastResult?: ShownVerdict;
  /** Failing verdicts dated `openedAt` or later. */
  readonly failures: number;
  /** Verdicts that passed, dated after the newest failing one. */
  readonly goodRuns: number;
  readonly assignee?: Reference;
  readonly severity?: Severity;
  readonly snoozedUntil?: number;
  readonly mutedUntil?: number;
  readonly muteReason?: string;
  readonly cause?: IncidentCause;
  /** The table that the contract's table may have been renamed to, where that is gone in its source. */
  readonly candidate?: Reference;
  /** The first aborted run since the newest verdict, where every one since then was: whether it goes on is not known. */
  readonly unknownSince?: number;
  readonly affected: number;
  readonly testCaseIncidents: readonly ExpectationIncident[];
  readonly resolvedAt?: number;
  readonly resolvedBy?: Reference;
  /** recovered: by verdicts. */
  readonly resolution?: Resolution | 'recovered';
  readonly comments: number;
  readonly updatedAt: number;
}

export interface IncidentEvent {
  readonly at: number;
  readonly by?: Reference;
  readonly action: IncidentAction | 'open' | 'recovered';
  readonly assignee?: Reference;
  readonly comment?: string;
  readonly reason?: string;
  readonly until?: number;
  readonly resolution?: Resolution;
  readonly severity?: Severity;
}
