import { digestOf, NOW_MS, recordEntityEvents, type PreparedStatement } from '@app/database';
import { oncePerType } from '../../definition/entity-type';
import { stampedRows } from '../../read/entity-row';
import { statementName } from '../../query/queryable';
import { surroundings } from '../../read/whole-stamp';
import { OF_CHANGES } from '../write-statements';

/** Entities of one statement. */
export const MOST = 100;

/**
 * One array each: the entity and the two parts of its stamp, its document before, what it is to be, who changes it in which request, and the
 * digest of its row with this stamp, where that is known.
 */
const COLUMNS = [
  ['node', 'bigint'],
  ['own', 'text'],
  ['surroundings', 'text'],
  ['document', 'jsonb'],
  ['version', 'integer'],
  ['body', 'jsonb'],
  ['details', 'jsonb'],
  ['actor', 'text'],
  ['origin', 'jsonb'],
  ['digest', 'bytea'],
] as const;

/**
 * The statement of `ConditionalChanges`; undefined for a type of which no stamp of whole entities can be made.
 *
 * It changes the entities whose stamps are unchanged and that no other transaction has locked, stores their previous states, and records
 * their events. Of each of these: its node, when it changed, the version and the digest of its row, and its documents as a read has them.
 * The texts of these are made once, for the digest as well.
 *
 * It waits for no lock. Of an entity that was changed between the snapshot of the statement and the lock, the version of the row is
 * compared again by PostgreSQL; what surrounds it is as it was at the snapshot, as in any read.
 */
export const changeStatement = oncePerType((entityType): PreparedStatement | undefined => {
  const rest = surroundings(entityType);
  if (rest === undefined) return undefined;
  const { type } = entityType;
  // Through a subselect, so that the one plan does not rest on the lengths of the arrays, and with a limit of which the plan knows nothing:
  // it expects few entities then, and finds them by index in catalogs of any size.
  const arrays = COLUMNS.map(([, column], at) => `(select $${at + 1}::${column}[])`).join(', ');
  const sent = `(select * from unnest(${arrays}) n(${COLUMNS.map(([name]) => name).join(', ')}) limit (select ${MOST}))`;
  const text = `
    with held as materialized (
      select n.*, e.version as previous, e.updated_at as since, coalesce(n.digest, ${digestOf('e')}) as before
        from ${sent} n, ${stampedRows(entityType)}
       where e.node = n.node and e.type = '${type}' and e.xmin::text = n.own and ${rest} = n.surroundings
       order by e.node for no key update of e skip locked
    ), changed as (
      update entity e set version = h.version, updated_at = greatest(${NOW_MS}, e.updated_at), updated_by = h.actor,
             body = h.body, details = h.details
        from held h where e.node = h.node
      returning e.node, e.id, e.type, e.fqn, e.updated_at, e.version, h.previous, h.since, h.document, h.actor, h.origin, h.before,
                e.body::text as body, e.details::text as details, coalesce(e.details -> 'changeDescription', 'null') as change
    ), digested as materialized (
      select changed.*, ${digestOf('changed')} as after from changed
    ), past as (
      insert into entity_version (node, version, updated_at, document)
      select node, previous, since, document from changed
    ), told as (
      ${recordEntityEvents('entityUpdated', 'digested', { actor: 'actor', previous: 'previous', origin: 'origin', ...OF_CHANGES })}
    )
    select node::text as node, updated_at::text as at, pg_current_xact_id()::xid::text as own, after as digest, body, details from digested`;
  return { name: statementName('change-attributes', type), text };
});
