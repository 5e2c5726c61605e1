import { isUuid, PAGE_BYTES } from '@app/common';
import { Conditions, Database, KeysetOrder } from '@app/database';
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
  readonly cursor?: string;
  readonly isDescending: boolean;
  readonly limit: number;
}

/** Bytes of a record beside its change and its result. */
const RECORD_BYTES = 500;

@Injectable()
export class AuditRepository {
  constructor(private readonly database: Database) {}

  /** Numbers events, so that what was committed before the call is found after it, unless the disk is full. */
  async refresh(): Promise<void> {
    await numberWherePossible(this.database);
  }

  /** One statement. It ends early at the maximum bytes of a page. */
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

const BY_POSITION = new KeysetOrder<ShownRow>({ sql: 'position', type: 'bigint', key: ({ position }) => position });

function statementOf({ filter, cursor, isDescending, limit }: AuditPart): { text: string; values: unknown[] } {
  const conditions = conditionsOf(filter);
  const direction = isDescending ? 'desc' : 'asc';
  if (cursor !== undefined) conditions.add(BY_POSITION.beyond([cursor], direction, conditions.bind));
  const order = BY_POSITION.by(direction);
  const text = `
    with sized as (
      select *, ${RECORD_BYTES} + coalesce(octet_length(change::text), 0) + coalesce(octet_length(result::text), 0) as bytes
        from audit_record ${conditions.where} order by ${order} limit ${conditions.bind(limit)}),
    walked as (
      select *, lead(position) over walk is not null as has_next,
             sum(bytes) over (walk rows unbounded preceding) - bytes as bytes_before
        from sized window walk as (order by ${order}))
    select ${SHOWN_COLUMNS}, (
      select b.number::float8 from audit_block b where b.last_position >= r.position order by b.last_position limit 1) as block,
           position::text, has_next as "hasNext"
      from walked r where bytes_before < ${PAGE_BYTES} order by r.position ${direction}`;
  return { text, values: conditions.values };
}

function conditionsOf(filter: AuditFilter): Conditions {
  const { userName, entityType, entity, operation, outcome, requestId, startTs, endTs } = filter;
  const conditions = Conditions.of()
    .when(userName, (bound) => `actor = ${bound}`)
    .when(entityType, (bound) => `entity_type = ${bound}`)
    .when(entity, (bound, key) => (isUuid(key) ? `entity_id = ${bound}::uuid` : isCalled(bound)))
    .when(operation, (bound) => `operation = ${bound}`)
    .when(requestId, (bound) => `request_id = ${bound}`)
    .when(startTs, (bound) => `at >= ${bound}::bigint`)
    .when(endTs, (bound) => `at <= ${bound}::bigint`);
  // As a constant: the index of refusals contains these alone.
  return outcome === undefined ? conditions : conditions.add(`outcome = '${outcome}'`);
}

const isCalled = (fqn: string): string => `md5(fqn)::uuid = md5(${fqn})::uuid and fqn = ${fqn}`;
