import type { EntityType } from '../definition/entity-type';
import { entityTypes } from '../types/entity-types';

/**
 * SQL for the nodes whose owners or domains, own or inherited, are among the targets: the nodes with such a reference, and their
 * descendants down to those that have a reference of their own.
 *
 * @param targets SQL for the nodes of owners or domains
 * @param types the types to descend into; those that cannot contain a requested type are skipped
 */
export function holders(relation: string, targets: string, types: readonly string[]): string {
  return `with recursive holder (node) as (
    select x.from_node from entity_reference x where x.relation = '${relation}' and x.to_node in (${targets})
    union all
    select c.node from holder h join entity c on c.parent = h.node and c.type in (${types.map((type) => `'${type}'`).join(', ')})
     where not exists (select 1 from entity_reference o where o.from_node = c.node and o.relation = '${relation}')
  ) select node from holder`;
}

/** The type and all types that can be its ancestors. */
export function lineOf({ type }: EntityType): string[] {
  const found = new Set([type]);
  for (const one of found) {
    for (const { types } of entityTypes.find(one)?.parents ?? []) for (const parent of types) found.add(parent);
  }
  return [...found].sort();
}
