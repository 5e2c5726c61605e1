import { closedTypes, partlyHiddenTypes, sightValue, type Visibility as EntityVisibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { LINEAGE_TYPES } from './asset';

/** The view permissions of a caller, in a form that a statement can apply to a set of nodes; a thread gets it as a message. */
export interface Visibility {
  /** Types of which the caller may view none. */
  readonly closed: readonly string[];
  /** Types of which it may view some. */
  readonly partly: readonly string[];
  /** For the function `sees` of the database. */
  readonly sight: string;
}

export function visibilityOf(entities: EntityVisibility, actor: Actor): Visibility {
  const sight = entities.sightOf(actor);
  const [closed, partly] = [closedTypes(sight), partlyHiddenTypes(sight)];
  return {
    closed: LINEAGE_TYPES.filter((type) => closed.includes(type)),
    partly: LINEAGE_TYPES.filter((type) => partly.includes(type)),
    sight: sightValue(sight) ?? '{}',
  };
}
