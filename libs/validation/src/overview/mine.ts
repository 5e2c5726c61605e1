import { entityTypes, ownedCondition, type Condition } from '@app/catalog';
import type { Actor } from '@app/common';

/** On `e`, a contract: it or its asset is owned by the actor or by a team of the actor, also by inheritance. */
export const mineOf = ({ ownerIds }: Actor): Condition => ownedCondition(entityTypes.get('dataContract'), ownerIds);
