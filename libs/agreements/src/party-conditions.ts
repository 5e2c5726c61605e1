import { visibleRow, type Visibility } from '@app/catalog';
import { isUuid, type Actor } from '@app/common';
import type { Bind } from '@app/database';

// SQL conditions of lists on `p`, a user or a team.

/** It has this id or name. @param bound placeholder of the key */
export const isParty = (bound: string, key: string): string =>
  isUuid(key) ? `p.id = ${bound}::uuid` : `p.name = ${bound}::text`;

/** It is the actor, or one of its teams. @param bind of the statement */
export const isOwnParty = (actor: Actor, bind: Bind): string => `p.id = any(${bind([...actor.ownerIds])}::uuid[])`;

/** The actor may see it; undefined where it may see all. Itself and its teams are seen also by who may view no users and teams. */
export function isSeenParty(visibility: Visibility, actor: Actor, bind: Bind): string | undefined {
  const sight = visibility.sightOf(actor);
  if (sight === 'all') return undefined;

  const isOwn = isOwnParty(actor, bind);
  return `(${isOwn} or ${visibleRow(sight, 'p', bind)})`;
}
