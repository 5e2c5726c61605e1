import { withoutNulls, type RowOf } from '@app/common';
import { CHANGE_EVENT_TYPES, AUDITED_ACTIONS } from '@app/database';

export const AUDIT_OUTCOMES = ['done', 'refused'] as const;
export type AuditOutcome = (typeof AUDIT_OUTCOMES)[number];

/** The operations of records; a refusal has the operation that was refused instead. */
export const AUDIT_OPERATIONS = [...CHANGE_EVENT_TYPES, ...AUDITED_ACTIONS] as const;

/** The parts of a record that are hashed. Numbers are bigint in decimal; hashes SHA-256 in hex. */
export interface HashedRow {
  readonly position: string;
  /** Epoch ms. */
  readonly at: string;
  readonly outcome: AuditOutcome;
  readonly operation: string;
  readonly entity_type: string;
  readonly entity_id: string | null;
  readonly fqn: string | null;
  /** Versions in tenths. */
  readonly previous_version: number | null;
  readonly version: number | null;
  readonly actor: string;
  readonly actor_id: string | null;
  readonly address: string | null;
  readonly request_id: string | null;
  readonly route: string | null;
  readonly hash_before: string | null;
  readonly hash_after: string | null;
  /** The hashes of the change and of the result as PostgreSQL writes them as text. */
  readonly change_hash: string | null;
  readonly result_hash: string | null;
  readonly reason: string | null;
  readonly count: number | null;
}

const hashOf = (column: string): string => `encode(sha256(convert_to(${column}::text, 'UTF8')), 'hex')`;

/** SQL of what is hashed. What orders by the position names its table: here it is a text. */
export const HASHED_COLUMNS = `
  position::text, at::text, outcome, operation, entity_type, entity_id::text, fqn, previous_version, version, actor,
  actor_id::text, address, request_id, route, encode(hash_before, 'hex') as hash_before, encode(hash_after, 'hex') as hash_after,
  reason, count, ${hashOf('change')} as change_hash, ${hashOf('result')} as result_hash`;

/** SQL of the members of an AuditRecord, in their order, but for the block. */
export const SHOWN_COLUMNS = `
  position::float8 as id, at::float8 as timestamp, outcome, operation, actor as "userName", actor_id::text as "userId", address,
  request_id as "requestId", route, entity_type as "entityType", entity_id::text as "entityId", fqn as "entityFullyQualifiedName",
  previous_version::float8 / 10 as "previousVersion", version::float8 / 10 as version, encode(hash_before, 'hex') as "hashBefore",
  encode(hash_after, 'hex') as "hashAfter", change, result, reason, count`;

export type ShownRow = RowOf<AuditRecord> & {
  /** A bigint in decimal. */
  readonly position: string;
  /** Whether another one follows in the part that was asked for. */
  readonly hasNext: boolean;
};

/** A change or a refusal, as callers see it. */
export interface AuditRecord {
  /** Its position: increases in the order of the commits. */
  readonly id: number;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly outcome: AuditOutcome;
  readonly operation: string;
  readonly userName: string;
  readonly userId?: string;
  readonly address?: string;
  readonly requestId?: string;
  /** Method and pattern of the path. */
  readonly route?: string;
  readonly entityType: string;
  readonly entityId?: string;
  readonly entityFullyQualifiedName?: string;
  readonly previousVersion?: number;
  readonly version?: number;
  readonly hashBefore?: string;
  readonly hashAfter?: string;
  readonly change?: object;
  readonly result?: object;
  readonly reason?: string;
  /** The number of refusals that the record stands for. */
  readonly count?: number;
  /** The block that it is sealed in; absent for some seconds. */
  readonly block?: number;
}

export function recordOf({ position: _position, hasNext: _hasNext, ...row }: ShownRow): AuditRecord {
  return withoutNulls<AuditRecord>(row);
}
