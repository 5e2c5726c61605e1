import { entityTypes } from './entity-types';
import type { EntityType } from './entity-type';

/** The property under which a relation's target shows the referring entity, if it is also writable there. */
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
