import { digestOf, NOW_MS, recordEntityEvents, type PreparedStatement } from '@app/database';
import { oncePerType } from '../definition/entity-type';
import { statementName } from '../read/queryable';
import { placeStamp, placeStampOf } from '../read/whole-stamp';

/**
 * $1: root, $2: parent. As `open_entities` locks them: the root first, and nobody deletes, renames or moves them until the transaction
 * ends. What is read in statements behind this one holds what was committed before.
 */
export const LOCK_PLACE: PreparedStatement = {
  name: 'lock-place',
  text: `with above as materialized (select node from entity where node = $1 for key share)
         select 1 from above, entity e where e.node = $2 for share of e`,
};

/**
 * $1: roots, $2: parents. As `LOCK_PLACE`, for several creates that share a transaction: it waits for nobody, and fails where another
 * transaction holds one of them. So writers of several places never wait for each other in a circle.
 */
export const LOCK_PLACES: PreparedStatement = {
  name: 'lock-places',
  text: `with above as materialized (
           select node from entity where node = any($1::bigint[]) order by node for key share nowait
         ), counted as materialized (select count(*) from above)
         select 1 from counted, entity e where e.node = any($2::bigint[]) order by e.node for share of e nowait`,
};

/**
 * The statement of `insertAtPlace`; undefined for a type of which no stamp of places can be made.
 *
 * $1: root, $2: parent, $3: the stamp of this place, $4: id, $5: name, $6: FQN, $7, $8: body and details, $9: name of the user. No row
 * where the place has another stamp, or where the name is taken. Else the columns of a read that only the database knows. The texts of the
 * documents are made once, for the answer and the digest: of a table of 20 columns that takes as long as to store it.
 */
export const insertAtPlace = oncePerType((entityType): PreparedStatement | undefined => {
  const stamp = placeStamp(entityType);
  if (stamp === undefined) return undefined;
  const { type } = entityType;
  const text = `
    with place as materialized (${placeStampOf(entityType, stamp, '$2::bigint', '$1::bigint')}), e as (
      insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
      select $4::uuid, '${type}', $5, $6, $2, $1, 1, ${NOW_MS}, $9, $7::jsonb, $8::jsonb from place
       where place.stamp = $3 and (select true from entity x
               where x.type = '${type}' and md5(x.fqn)::uuid = md5($6)::uuid and x.fqn = $6) is null
      returning node, id, type, fqn, version, updated_at, body::text as body, details::text as details
    ), told as (
      ${recordEntityEvents('entityCreated', 'e', { actor: '$9', at: 'updated_at', after: digestOf('e') })}
    )
    select node, updated_at, body, details from e`;
  return { name: statementName('insert-at-place', type), text };
});

/**
 * As `insertAtPlace`, of several entities, whose values are arrays.
 *
 * $1 to $9: as there, one of each entity; $10: the origins of their requests. A row for each entity whose
 * place has its stamp still and whose name is free. Of each place the stamp is read once. The FQNs differ: two with the same one would
 * violate the index. Names are taken in one order, so that transactions that take several do not wait for each other in a circle.
 */
export const insertAtPlaces = oncePerType((entityType): PreparedStatement | undefined => {
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
    select id, node, updated_at, body, details from e`;
  return { name: statementName('insert-at-places', type), text };
});
