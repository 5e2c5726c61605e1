import { closedTypes, type Sight } from '@app/catalog';
import { PAGE_BYTES } from '@app/common';
import {
  Conditions,
  Database,
  LargeReads,
  endOfRetention,
  KeysetOrder,
  PURGE_BLOCK,
  purgeInBlocks,
  type Bind,
  type ChangeEventType,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EventRow } from './change-event';
import { numberWherePossible } from './event-numbering';

/** Which events are asked for. */
export interface EventFilter {
  readonly entityTypes?: readonly string[];
  readonly eventTypes?: readonly ChangeEventType[];
  readonly entityId?: string;
  readonly fqn?: string;
  readonly actor?: string;
  /** Epoch ms, both included. */
  readonly from?: number;
  readonly to?: number;
}

/** A part of the events behind, or before, a position. */
export interface EventPart {
  readonly filter: EventFilter;
  /** The visibility of the reader. */
  readonly sight: 'all' | Sight;
  /** Not included; absent: from the first, or the newest one. */
  readonly position?: number;
  readonly isDescending: boolean;
  /** Events that are looked at, at most: those that the reader may not see count. */
  readonly limit: number;
}

export interface FoundEvents {
  /** In the order asked for. */
  readonly rows: readonly EventRow[];
  /** Whether there may be more behind the last one that was looked at. */
  readonly hasMore: boolean;
  /** The position of the last event that was looked at. */
  readonly last?: number;
  /** The newest position of all. */
  readonly newest: number;
}

type FoundRow = EventRow & {
  readonly is_seen: boolean;
  /** Whether the changes of all that were found are more than is read at once: none has been read. */
  readonly is_long: boolean;
  /** The number of events that were found, those without room among the bytes of a page included. */
  readonly found: number;
  readonly newest: string;
};

type FoundOrNone = Partial<FoundRow> & { readonly newest: string };

/** Reads events that have a position. */
@Injectable()
export class ChangeEventRepository {
  constructor(
    private readonly database: Database,
    private readonly large: LargeReads,
  ) {}

  /**
   * Two statements: what was committed before the call has a position then, unless the disk is full. Where there is much to read, it is
   * read in a slot. @throws {AppError} SERVICE_UNAVAILABLE
   */
  async part(part: EventPart): Promise<FoundEvents> {
    await numberWherePossible(this.database);
    const found = await this.found(part);
    const rows = found.filter((row): row is FoundRow => row.position !== null);
    const last = rows.at(-1);
    return {
      rows: rows.filter(({ is_seen }) => is_seen),
      hasMore: last !== undefined && (last.found === part.limit || rows.length < last.found),
      ...(last && { last: Number(last.position) }),
      newest: Number(found[0]?.newest ?? 0),
    };
  }

  private async found(part: EventPart): Promise<readonly FoundOrNone[]> {
    // Planned with its values: a filter may leave out nearly all events, or none.
    const read = ({ text, values }: ReturnType<typeof statementOf>): Promise<FoundOrNone[]> =>
      this.database.query<FoundOrNone>(text, values);
    const short = await read(statementOf(part, SHORT_BYTES));
    return short[0]?.is_long ? this.large.read(true, () => read(statementOf(part))) : short;
  }
}

/** The same as they are stored, compressed: known without reading them. */
const STORED_BYTES = `coalesce(pg_column_size(change), 0) + coalesce(pg_column_size(result), 0)`;
/** Changes that are stored in so many bytes are read at once. */
const SHORT_BYTES = 64 * 1024;

/** The bytes of an event that can be large. */
const EVENT_BYTES = `coalesce(octet_length(change::text), 0) + coalesce(octet_length(result::text), 0)`;

const BY_POSITION = new KeysetOrder<EventRow>({ sql: 'position', type: 'bigint', key: ({ position }) => position });

/**
 * One row, without a position, where there is no event. A page ends early at its bytes, but contains at least one event.
 * @param most stored bytes of all that is found; of more no change is read
 */
function statementOf(
  { filter, sight, position, isDescending, limit }: EventPart,
  most?: number,
): { text: string; values: unknown[] } {
  const conditions = conditionsOf(filter, sight);
  const direction = isDescending ? 'desc' : 'asc';
  if (position !== undefined) conditions.add(BY_POSITION.beyond([position], direction, conditions.bind));
  const order = BY_POSITION.by(direction);
  const isLong = most === undefined ? 'false' : `sum(${STORED_BYTES}) over () > ${most}`;
  const text = `
    select v.position::text, v.event_type, v.entity_type, v.entity_id::text, v.fqn, v.previous_version, v.version, v.at::text,
           v.actor, case when not v.is_long then v.change::text end as change, v.result, v.is_long, v.found, ${seen(sight, conditions.bind)} as is_seen, n.newest::text
      from (select coalesce(max(position), 0) as newest from change_event) n
      left join (
        select s.*, sum(bytes) over (order by ${order}) - bytes as bytes_before
          from (select l.*, case when is_long then 0 else ${EVENT_BYTES} end as bytes
                  from (select c.*, count(*) over ()::int as found, ${isLong} as is_long
                          from (select * from change_event ${conditions.where} order by ${order} limit ${conditions.bind(limit)}) c) l) s) v on v.bytes_before < ${PAGE_BYTES}
      left join entity e on e.node = v.node
     order by v.position ${direction}`;
  return { text, values: conditions.values };
}

function conditionsOf(filter: EventFilter, sight: 'all' | Sight): Conditions {
  const { entityTypes, eventTypes, entityId, fqn, actor, from, to } = filter;
  const closed = closedTypes(sight);
  const conditions = Conditions.of();
  return conditions
    .when(entityTypes, (bound) => `entity_type = any(${bound}::text[])`)
    .when(eventTypes, (bound) => `event_type = any(${bound}::text[])`)
    .when(entityId, (bound) => `entity_id = ${bound}::uuid`)
    .when(fqn, (bound) => calledCondition(bound, sight, conditions.bind))
    .when(actor, (bound) => `actor = ${bound}`)
    .when(from, (bound) => `at >= ${bound}::bigint`)
    .when(to, (bound) => `at <= ${bound}::bigint`)
    .when(closed.length ? closed : undefined, (bound) => `entity_type <> all(${bound}::text[])`);
}

/** By the name that the reader is shown: the present one for entities that are, or were, below ancestors hidden from the reader. */
function calledCondition(fqn: string, sight: 'all' | Sight, bind: Bind): string {
  const called = (row: string): string => `md5(${row}fqn)::uuid = md5(${fqn})::uuid and ${row}fqn = ${fqn}`;
  if (!hidesSome(sight)) return called('');
  const types = `${bind(sight.types)}::text[]`;
  const today = `entity_id = any(array(select t.id from entity t where t.type = any(${types}) and ${called('t.')}))`;
  return `(${today} or (${called('')} and not entity_type = any(${types})))`;
}

/** Whether single entities of a type are hidden from the reader, so that events are judged one by one. */
export const hidesSome = (sight: 'all' | Sight): sight is Sight => sight !== 'all' && sight.types.length > 0;

/**
 * SQL of the events that the reader may see. An entity that is gone can no longer be judged: it is shown to those from whom nothing of its
 * type is hidden.
 */
function seen(sight: 'all' | Sight, bind: Bind): string {
  if (!hidesSome(sight)) return 'true';
  const visible = `e.node is not null and ${sight.condition.sql(bind(sight.condition.value))}`;
  return `not v.entity_type = any(${bind(sight.types)}::text[]) or (${visible})`;
}

const PURGE = {
  name: 'purge-change-events',
  text: `delete from change_event where position = any(array(
           select position from change_event where at < $1 order by at limit ${PURGE_BLOCK})) returning 1`,
};

/**
 * Removes events that are past their time.
 *
 * @param retention ISO 8601 duration
 * @returns how many
 */
export async function purgeChangeEvents(database: Database, retention: string, signal: AbortSignal): Promise<number> {
  const until = await endOfRetention(database, 'change events', retention);
  return purgeInBlocks(database, PURGE, until, signal);
}
