import { entityTypes } from './entity-types';
import type { EntityType } from './entity-type';

/** The property under which a target of a relation shows the entity that refers to it, where it can be written there too. */
export function counterpart({ type, relations }: EntityType, property: string, targetType: string): string | undefined {
  const relation = relations[property];
  if (!relation) return undefined;
  const stored = relation.stored ?? property;
  return Object.entries(entityTypes.get(targetType).relations).find(
    ([name, other]) =>
      (other.stored ?? name) === stored &&
      !other.inverse === Boolean(relation.inverse) &&
      !other.readOnly &&
      other.types.includes(type),
  )?.[0];
}
