import { OPERATIONS, type Operation } from '@app/common';
import type { Reference } from '../definition/entity-document';

/** Operations that no request is for: what they reveal or override is decided elsewhere. */
const NOT_REQUESTED: readonly Operation[] = ['ConnectData', 'OverrideConsent', 'ViewSecrets'];

export const REQUESTED_OPERATIONS = OPERATIONS.filter((operation) => !NOT_REQUESTED.includes(operation));

/** Statuses of a request. Expired: not decided within `DAYS_OPEN` days. */
export const PERMISSION_REQUEST_STATUSES = ['Open', 'Granted', 'Refused', 'Expired'] as const;
export type PermissionRequestStatus = (typeof PERMISSION_REQUEST_STATUSES)[number];

/** Limit of the open requests of one person. */
export const MOST_OPEN_REQUESTS = 10;
export const DAYS_OPEN = 30;

/** Request of a person, and its decision; times in epoch ms. */
export interface PermissionRequest {
  readonly id: string;
  readonly resource: Reference;
  readonly operation: Operation;
  readonly reason: string;
  readonly requestedBy: Reference;
  readonly requestedAt: number;
  readonly status: PermissionRequestStatus;
  readonly expiresAt: number;
  readonly decidedBy?: Reference;
  readonly decidedAt?: number;
  readonly comment?: string;
}
