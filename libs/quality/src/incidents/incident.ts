/** The steps of an incident of a test case; Resolved ends it. */
export const INCIDENT_STATUSES = ['New', 'Ack', 'Assigned', 'Resolved'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** From the most severe to the least. */
export const SEVERITIES = ['Severity1', 'Severity2', 'Severity3', 'Severity4', 'Severity5'] as const;
export type Severity = (typeof SEVERITIES)[number];

/** Why a test case failed. */
export const FAILURE_REASONS = ['FalsePositive', 'MissingData', 'Duplicates', 'OutOfBounds', 'Other'] as const;
export type FailureReason = (typeof FAILURE_REASONS)[number];

/** A user: a reference, an FQN or an id. */
export type SentUser = string | { readonly id?: string; readonly fullyQualifiedName?: string };

/** The next status of the incident of a test case, as it is sent. */
export interface SentIncidentStatus {
  readonly testCaseResolutionStatusType: IncidentStatus;
  /** FQN or id of the test case. */
  readonly testCaseReference: string;
  readonly severity?: Severity;
  /** Details: assignee of Assigned; the other three of Resolved, where resolvedBy is by default the sender. */
  readonly testCaseResolutionStatusDetails?: {
    readonly assignee?: SentUser;
    readonly testCaseFailureReason?: FailureReason;
    readonly testCaseFailureComment?: string;
    readonly resolvedBy?: SentUser;
  };
}

/** The query of a list of statuses; times in epoch ms, both ends included. */
export interface IncidentQuery {
  /** Statuses at most. */
  readonly limit: number;
  /** Only the last status of each incident. */
  readonly latest?: boolean;
  readonly testCaseFQN?: string;
  /** FQN of the table whose test cases they are of. */
  readonly originEntityFQN?: string;
  readonly testCaseResolutionStatusType?: IncidentStatus;
  /** The name of a user: only those that assign to that one. */
  readonly assignee?: string;
  /** All statuses of one incident. */
  readonly stateId?: string;
  readonly startTs?: number;
  readonly endTs?: number;
  readonly before?: string;
  readonly after?: string;
}
