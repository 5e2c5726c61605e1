import type { Reference } from '@app/catalog';

/** The statuses of an incident; Resolved ends it. */
export const CONTRACT_INCIDENT_STATUSES = ['New', 'Ack', 'Assigned', 'Resolved'] as const;
export type ContractIncidentStatus = (typeof CONTRACT_INCIDENT_STATUSES)[number];

/** How somebody resolves an incident. */
export const RESOLUTIONS = ['Fixed', 'FalsePositive', 'Expected', 'Duplicate', 'Other'] as const;
export type Resolution = (typeof RESOLUTIONS)[number];

export const INCIDENT_ACTIONS = ['acknowledge', 'assign', 'snooze', 'mute', 'unmute', 'comment', 'resolve'] as const;
export type IncidentAction = (typeof INCIDENT_ACTIONS)[number];

/** From the most severe to the least, as of incidents of test cases. */
export const INCIDENT_SEVERITIES = ['Severity1', 'Severity2', 'Severity3', 'Severity4', 'Severity5'] as const;
export type IncidentSeverity = (typeof INCIDENT_SEVERITIES)[number];

/** A verdict of a contract; its timestamp in epoch ms. */
export interface ShownVerdict {
  readonly timestamp: number;
  readonly status: string;
  readonly message?: string;
}

/** The incident upstream that an incident follows from. */
export interface IncidentCause {
  readonly contract: Reference;
  /** Id of it. */
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
  readonly status: ContractIncidentStatus;
  readonly openedAt: number;
  readonly firstResult?: ShownVerdict;
  readonly lastResult?: ShownVerdict;
  /** Failing verdicts dated `openedAt` or later. */
  readonly failures: number;
  /** Verdicts that passed, dated after the newest failing one. */
  readonly goodRuns: number;
  readonly assignee?: Reference;
  readonly severity?: IncidentSeverity;
  readonly snoozedUntil?: number;
  readonly mutedUntil?: number;
  readonly muteReason?: string;
  readonly cause?: IncidentCause;
  /** Incidents that follow from this one. */
  readonly affected: number;
  readonly testCaseIncidents: readonly ExpectationIncident[];
  readonly resolvedAt?: number;
  readonly resolvedBy?: Reference;
  /** recovered: by verdicts. */
  readonly resolution?: Resolution | 'recovered';
  readonly comments: number;
  readonly updatedAt: number;
}

/** An event in the history of an incident. */
export interface IncidentEvent {
  readonly at: number;
  readonly by?: Reference;
  readonly action: IncidentAction | 'open' | 'recovered';
  readonly assignee?: Reference;
  readonly comment?: string;
  readonly reason?: string;
  readonly until?: number;
  readonly resolution?: Resolution;
  readonly severity?: IncidentSeverity;
}
