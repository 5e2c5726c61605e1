import { isDeepStrictEqual } from 'node:util';
import type { Actor } from '@app/common';

/** Whether two actors may do the same. They are one object while nothing was heard of a change, so this costs nothing then. */
export function haveSameRights(first: Actor, second: Actor): boolean {
  return first === second || isDeepStrictEqual(rightsOf(first), rightsOf(second));
}

function rightsOf({ id, isAdmin, isBot, ownerIds, rules }: Actor): unknown[] {
  return [id, isAdmin, isBot, ownerIds, rules];
}
