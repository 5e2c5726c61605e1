import { digestOf, NOW_MS, recordEntityEvents, type PreparedStatement } from '@app/database';
import type { EntityType } from '../definition/entity-type';
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

const made = new WeakMap<EntityType, PreparedStatement | undefined>();

/** The statement of `insertAtPlace`; undefined for a type of which no stamp of places can be made. */
export function insertAtPlace(entityType: EntityType): PreparedStatement | undefined {
  if (!made.has(entityType)) made.set(entityType, statementOf(entityType));
  return made.get(entityType);
}

/**
 * $1, $2: defaults and names of attributes as of a read; $3: root, $4: parent, $5: the stamp of this place, $6: id, $7: name, $8: FQN,
 * $9, $10: body and details, $11: name of the user. No row where the place has another stamp, or where the name is taken. Else the
 * columns of a read that are the new entity's own.
 */
function statementOf(entityType: EntityType): PreparedStatement | undefined {
  const stamp = placeStamp(entityType);
  if (stamp === undefined) return undefined;
  const { type } = entityType;
  const text = `
    with place as materialized (${placeStampOf(entityType, stamp, '$4::bigint', '$3::bigint')}), e as (
      insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
      select $6::uuid, '${type}', $7, $8, $4, $3, 1, ${NOW_MS}, $11, $9::jsonb, $10::jsonb from place
       where place.stamp = $5 and (select true from entity x
               where x.type = '${type}' and md5(x.fqn)::uuid = md5($8)::uuid and x.fqn = $8) is null
      returning node, id, type, fqn, version, updated_at, body, details
    ), told as (
      ${recordEntityEvents('entityCreated', 'e', { actor: '$11', at: 'updated_at', after: digestOf('e') })}
    )
    select node, updated_at, body::text as body, (details - $2::text[])::text as details,
           ($1::jsonb - array(select jsonb_object_keys(details)))::text as defaults from e`;
  return { name: statementName('insert-at-place', type), text };
}
