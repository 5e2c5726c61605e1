import type { Condition } from '@app/catalog';
import { Database, isDiskFull, type ChangeEventType } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EventRow } from './change-event';
import { numberEvents } from './event-numbering';

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

/** What of them the reader may see. */
export interface EventSight {
  /** Types of which it may view nothing. */
  readonly closed: readonly string[];
  /** Types of which single entities are hidden from it, and the condition that holds for the others. */
  readonly partly?: { readonly types: readonly string[]; readonly condition: Condition };
}

/** A part of the events behind, or before, a position. */
export interface EventPart {
  readonly filter: EventFilter;
  readonly sight: EventSight;
  /** Not included; absent: from the first, or the newest one. */
  readonly place?: number;
  readonly isDescending: boolean;
  /** Events that are looked at, at most: those that the reader may not see count. */
  readonly limit: number;
}

export interface FoundEvents {
  /** In the order asked for. */
  readonly rows: readonly EventRow[];
  /** Events that were looked at. */
  readonly looked: number;
  /** The position of the last of them. */
  readonly last?: number;
  /** The newest position of all. */
  readonly newest: number;
}

type FoundRow = EventRow & { readonly is_seen: boolean; readonly newest: string };

/** Reads events that have a position. */
@Injectable()
export class ChangeEventRepository {
  constructor(private readonly database: Database) {}

  /** Two statements: what was committed before the call has a position then, unless the disk is full. */
  async part(part: EventPart): Promise<FoundEvents> {
    await numberEvents(this.database).catch((error: unknown) => {
      if (!isDiskFull(error)) throw error;
    });
    const { text, values } = statementOf(part);
    // Planned with its values: a filter may leave out nearly all events, or none.
    const found = await this.database.query<Partial<FoundRow> & { newest: string }>(text, values);
    const rows = found.filter((row): row is FoundRow => row.position !== null);
    const last = rows.at(-1);
    return {
      rows: rows.filter(({ is_seen }) => is_seen),
      looked: rows.length,
      ...(last && { last: Number(last.position) }),
      newest: Number(found[0]?.newest ?? 0),
    };
  }
}

/** One row, without a position, where there is no event. */
function statementOf({ filter, sight, place, isDescending, limit }: EventPart): { text: string; values: unknown[] } {
  const values: unknown[] = [];
  const bound = (value: unknown): string => `$${values.push(value)}`;
  const conditions = [
    ...(place === undefined ? [] : [`position ${isDescending ? '<' : '>'} ${bound(place)}::bigint`]),
    ...conditionsOf(filter, bound),
    ...(sight.closed.length ? [`entity_type <> all(${bound(sight.closed)}::text[])`] : []),
  ];
  const where = conditions.length ? `where ${conditions.join(' and ')}` : '';
  const order = isDescending ? 'desc' : 'asc';
  const text = `
    select v.position::text, v.event_type, v.entity_type, v.entity_id::text, v.fqn, v.previous_version, v.version, v.at::text,
           v.actor, v.change, v.result, ${seen(sight, bound)} as is_seen, n.newest::text
      from (select coalesce(max(position), 0) as newest from change_event) n
      left join (select * from change_event ${where} order by position ${order} limit ${bound(limit)}) v on true
      left join entity e on e.node = v.node
     order by v.position ${order}`;
  return { text, values };
}

function conditionsOf(filter: EventFilter, bound: (value: unknown) => string): string[] {
  const { entityTypes, eventTypes, entityId, fqn, actor, from, to } = filter;
  const named = fqn === undefined ? undefined : bound(fqn);
  return [
    ...(entityTypes ? [`entity_type = any(${bound(entityTypes)}::text[])`] : []),
    ...(eventTypes ? [`event_type = any(${bound(eventTypes)}::text[])`] : []),
    ...(entityId ? [`entity_id = ${bound(entityId)}::uuid`] : []),
    ...(named ? [`md5(fqn)::uuid = md5(${named})::uuid and fqn = ${named}`] : []),
    ...(actor === undefined ? [] : [`actor = ${bound(actor)}`]),
    ...(from === undefined ? [] : [`at >= ${bound(from)}::bigint`]),
    ...(to === undefined ? [] : [`at <= ${bound(to)}::bigint`]),
  ];
}

/** What is gone can no longer be judged: it is shown to whom nothing of its type is hidden. */
function seen({ partly }: EventSight, bound: (value: unknown) => string): string {
  if (!partly) return 'true';
  const visible = `e.node is not null and ${partly.condition.sql(bound(partly.condition.value))}`;
  return `not v.entity_type = any(${bound(partly.types)}::text[]) or (${visible})`;
}
