import { isUuid, PAGE_BYTES } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { numberWherePossible } from '../change/event-numbering';
import { SHOWN_COLUMNS, type AuditOutcome, type ShownRow } from './audit-record';

/** Which records are asked for. */
export interface AuditFilter {
  readonly userName?: string;
  readonly entityType?: string;
  /** Id or FQN. */
  readonly entity?: string;
  readonly operation?: string;
  readonly outcome?: AuditOutcome;
  readonly requestId?: string;
  /** Epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
}

/** A part of the records behind, or before, a position. */
export interface AuditPart {
  readonly filter: AuditFilter;
  /** Not included; absent: from the first, or the newest one. */
  readonly place?: string;
  readonly isDescending: boolean;
  readonly limit: number;
}

/** Bytes of a record beside its change and its result. */
const RECORD_BYTES = 500;

/** Reads the audit. */
@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Numbers events, so that what was committed before the call is found after it, unless the disk is full. */
  async refresh(): Promise<void> {
    await numberWherePossible(this.database);
  }

  /** One statement. It ends early once the records hold as much as a page may. */
  part(part: AuditPart): Promise<ShownRow[]> {
    const { text, values } = statementOf(part);
    // Planned with its values: a filter may leave out nearly all records, or none.
    return this.database.query<ShownRow>(text, values);
  }

  /** The position of the newest record. */
  async newest(): Promise<string> {
    const [row] = await this.database.read<{ newest: string }>(NEWEST, []);
    return row?.newest ?? '0';
  }
}

const NEWEST = { name: 'audit-newest', text: `select coalesce(max(position), 0)::text as newest from audit_record` };

function statementOf({ filter, place, isDescending, limit }: AuditPart): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    ...(place === undefined ? [] : [`position ${isDescending ? '<' : '>'} ${bound(place)}::bigint`]),
    ...conditionsOf(filter, bound),
  ];
  const where = conditions.length ? `where ${conditions.join(' and ')}` : '';
  const order = isDescending ? 'desc' : 'asc';
  const text = `
    with sized as (
      select *, ${RECORD_BYTES} + coalesce(octet_length(change::text), 0) + coalesce(octet_length(result::text), 0) as bytes
        from audit_record ${where} order by position ${order} limit ${bound(limit)}),
    walked as (
      select *, lead(position) over walk is not null as has_next,
             sum(bytes) over (walk rows unbounded preceding) - bytes as bytes_before
        from sized window walk as (order by position ${order}))
    select ${SHOWN_COLUMNS}, (
      select b.number::float8 from audit_block b where b.last_position >= r.position order by b.last_position limit 1) as block,
           position::text, has_next as "hasNext"
      from walked r where bytes_before < ${PAGE_BYTES} order by r.position ${order}`;
  return { text, values };
}

function conditionsOf(filter: AuditFilter, bound: (value: unknown) => string): string[] {
  const { userName, entityType, entity, operation, outcome, requestId, startTs, endTs } = filter;
  return [
    ...(userName === undefined ? [] : [`actor = ${bound(userName)}`]),
    ...(entityType === undefined ? [] : [`entity_type = ${bound(entityType)}`]),
    ...(entity === undefined ? [] : [entityCondition(entity, bound)]),
    ...(operation === undefined ? [] : [`operation = ${bound(operation)}`]),
    // As a constant: the index of refusals holds these alone.
    ...(outcome === undefined ? [] : [`outcome = '${outcome}'`]),
    ...(requestId === undefined ? [] : [`request_id = ${bound(requestId)}`]),
    ...(startTs === undefined ? [] : [`at >= ${bound(startTs)}::bigint`]),
    ...(endTs === undefined ? [] : [`at <= ${bound(endTs)}::bigint`]),
  ];
}

function entityCondition(entity: string, bound: (value: unknown) => string): string {
  if (isUuid(entity)) return `entity_id = ${bound(entity)}::uuid`;
  const named = bound(entity);
  return `md5(fqn)::uuid = md5(${named})::uuid and fqn = ${named}`;
}
