import { NOW_MS } from './transaction';

/** Kinds of change events. A result has one when it has ended. */
export const CHANGE_EVENT_TYPES = [
  'entityCreated',
  'entityUpdated',
  'entitySoftDeleted',
  'entityRestored',
  'entityDeleted',
  'resultCreated',
  'resultUpdated',
  'resultDeleted',
] as const;
export type ChangeEventType = (typeof CHANGE_EVENT_TYPES)[number];

const INTO = `insert into change_event_pending
        (event_type, entity_type, entity_id, node, fqn, previous_version, version, at, actor`;

/** SQL of the origin that the transaction names. */
const ORIGIN = `nullif(current_setting('catalog.origin', true), '')::jsonb`;

/** SQL of the digest of an entity's row. Its body and details may be the texts of these. */
export function digestOf(row: string): string {
  return `entity_digest(${row}.fqn, ${row}.version, ${row}.body, ${row}.details)`;
}

/** SQL of the digest of the row of an entity as it was before the statement, which the transaction has locked. */
export function digestBefore(node: string): string {
  return `(select ${digestOf('was')} from entity was where was.node = ${node})`;
}

/** The parts of an event of an entity, as SQL over its row. */
interface EntityEvent {
  /** Name of the user who made the change. */
  readonly actor: string;
  /** In tenths. */
  readonly previous?: string;
  /** In epoch ms. */
  readonly at?: string;
  /** The change as the new version describes it. */
  readonly change?: string;
  /** Digest of the entity's row before and after the change. */
  readonly before?: string;
  readonly after?: string;
  /** Origin of the request of each row; by default the transaction's. */
  readonly origin?: string;
}

/**
 * SQL that records an event of each row, for the statement of the change: it is committed with it or not at all.
 * @param rows SQL of rows with type, id, node, fqn and version, as they are after the change
 */
export function recordEntityEvents(eventType: ChangeEventType, rows: string, event: EntityEvent): string {
  const { actor, previous = 'null', at = NOW_MS, change = 'null', before = 'null', after = 'null', origin } = event;
  return `${INTO}, change, hash_before, hash_after${origin ? ', origin' : ''})
      select '${eventType}', type, id, node, fqn, ${previous}::integer, version, ${at}, ${actor}, ${change}::jsonb,
             ${before}::bytea, ${after}::bytea${origin ? `, ${origin}` : ''} from ${rows}`;
}

/**
 * `recordEntityEvents` of results.
 * @param origin SQL of the origin of each row's request `r`; by default the transaction's
 * @param rows SQL of rows with contract (node), event_type, actor, and what the event says: id, timestamp, status (null: it was deleted),
 *   previous_status, is_latest
 */
export function recordResultEvents(rows: string, origin = ORIGIN): string {
  return `${INTO}, origin, result)
      select r.event_type, e.type, e.id, e.node, e.fqn, e.version, e.version, ${NOW_MS}, r.actor, ${origin},
             jsonb_strip_nulls(jsonb_build_object('id', r.id, 'timestamp', r.timestamp, 'status', r.status,
               'previousStatus', r.previous_status, 'isLatest', r.is_latest))
        from ${rows} r join entity e on e.node = r.contract`;
}

/** SQL of the status of the newest result before a timestamp that has ended. */
export function statusBefore(contract: string, timestamp: string): string {
  return `(select o.status from contract_result o
            where o.contract = ${contract} and o.timestamp < ${timestamp} and o.status not in ('Queued', 'Running')
            order by o.timestamp desc limit 1)`;
}

/**
 * SQL that records the deletion of results.
 * @param rows the deleted rows of contract_result
 * @param actor SQL of the user's name; no event where it is null
 */
export function recordDeletedResults(rows: string, actor: string, origin = ORIGIN): string {
  return recordResultEvents(
    `(
          select d.contract, 'resultDeleted' as event_type, ${actor}::text as actor, d.id, d.timestamp, null::text as status,
                 d.status as previous_status, d.timestamp >= coalesce(c.ended_at, 0) as is_latest
            from ${rows} d join contract c on c.node = d.contract where ${actor}::text is not null)`,
    origin,
  );
}
