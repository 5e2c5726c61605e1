import { digestOf, NOW_MS, recordEntityEvents, type PreparedStatement } from '@app/database';
import { oncePerType } from '../../definition/entity-type';
import { statementName } from '../../query/queryable';
import { placeStamp, placeStampOf } from '../../read/whole-stamp';

/**
 * $1: roots, $2: parents. As `open_entities` locks them: the roots first, so that no other transaction deletes, renames or moves them until
 * this one ends. Later statements read what was committed before. It waits for no lock, and fails if another
 * transaction has locked one of them: so writers below several parents never deadlock.
 */
export const LOCK_PLACES: PreparedStatement = {
  name: 'lock-places',
  text: `with above as materialized (
           select node from entity where node = any($1::bigint[]) order by node for key share nowait
         ), counted as materialized (select count(*) from above)
         select 1 from counted, entity e where e.node = any($2::bigint[]) order by e.node for share of e nowait`,
};

/**
 * The statement of `ConditionalCreates`; undefined for a type whose parents have no stamp.
 *
 * One array each, of the new entities: $1 root, $2 parent, $3 the stamp of this parent, $4 id, $5 name, $6 FQN, $7, $8 body and details,
 * $9 name of the user, $10 the origin of the request. Of each of them a row: whether its parent has the stamp still, and, where its name
 * was free as well, the columns of a read that only the database knows. The stamp of each parent is read once. The FQNs differ: two with
 * the same one would violate the index. Names are taken in one order, so that transactions that take several do not wait for each other in
 * a circle. The texts of the documents are made once, for the answer and the digest: of a table of 20 columns that takes as long as to
 * store it.
 */
export const insertAtLocations = oncePerType((entityType): PreparedStatement | undefined => {
  const stamp = placeStamp(entityType);
  if (stamp === undefined) return undefined;
  const { type } = entityType;
  const text = `
    with sent as materialized (
      select * from unnest($1::bigint[], $2::bigint[], $3::text[], $4::uuid[], $5::text[], $6::text[], $7::jsonb[], $8::jsonb[],
                           $9::text[], $10::jsonb[])
               s(root, parent, stamp, id, name, fqn, body, details, actor, origin)
    ), place as materialized (
      select spot.parent, now.stamp from (select distinct sent.parent, sent.root from sent) spot
       cross join lateral (${placeStampOf(entityType, stamp, 'spot.parent', 'spot.root')} offset 0) now
    ), e as (
      insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
      select s.id, '${type}', s.name, s.fqn, s.parent, s.root, 1, ${NOW_MS}, s.actor, s.body, s.details
        from sent s join place on place.parent = s.parent and place.stamp = s.stamp
       where (select true from entity x
               where x.type = '${type}' and md5(x.fqn)::uuid = md5(s.fqn)::uuid and x.fqn = s.fqn) is null
       order by s.fqn collate "C"
      returning node, id, type, fqn, version, updated_at, updated_by, body::text as body, details::text as details
    ), told as (
      ${recordEntityEvents(
        'entityCreated',
        '(select e.*, (select s.origin from sent s where s.id = e.id) as origin from e) e',
        {
          actor: 'updated_by',
          at: 'updated_at',
          after: digestOf('e'),
          origin: 'origin',
        },
      )}
    )
    select s.id, coalesce((select place.stamp = s.stamp from place where place.parent = s.parent), false) as is_current,
           e.node, e.updated_at, e.body, e.details
      from sent s left join e on e.id = s.id`;
  return { name: statementName('insert-at-places', type), text };
});
