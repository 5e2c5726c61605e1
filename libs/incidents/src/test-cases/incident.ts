import type { SortDirection } from '@app/database';
import type { IncidentStatus, Severity } from '../states/transitions';

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

export const STATUS_SORTS = ['timestamp', 'name', 'status'] as const;
export type StatusSort = (typeof STATUS_SORTS)[number];

/** Orders of open incidents alone: of these each test case has at most one. */
export const SORTS_OF_OPEN_TEST_CASES: readonly StatusSort[] = ['name', 'status'];

/** The query of a list of statuses; times in epoch ms, both ends included. */
export interface IncidentQuery {
  /** Statuses at most. */
  readonly limit: number;
  /** Only the last status of each incident. */
  readonly latest?: boolean;
  /** Only the last status of each incident that is open. */
  readonly open?: boolean;
  readonly testCaseFQN?: string;
  /** FQN of the table whose test cases they are of. */
  readonly originEntityFQN?: string;
  readonly testCaseResolutionStatusType?: IncidentStatus;
  /** The name of a user: only those that assign to that one. */
  readonly assignee?: string;
  /** Id or FQN of an owner of the test case; inherited ones count. */
  readonly owner?: string;
  /** FQN of the tier of its table. */
  readonly tier?: string;
  /** Default: timestamp. */
  readonly sortBy?: StatusSort;
  /** Default: desc by `timestamp`, else asc. */
  readonly sortOrder?: SortDirection;
  /** All statuses of one incident. */
  readonly stateId?: string;
  readonly startTs?: number;
  readonly endTs?: number;
  readonly before?: string;
  readonly after?: string;
}
