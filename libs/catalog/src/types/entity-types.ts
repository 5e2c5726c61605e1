import { DECLARED_TYPES } from './declared-types';
import type { EntityType, Relation, Trait } from '../definition/entity-type';

/** All types by name: those of the catalog, and those that modules of dependent libraries add (`EntityTypesModule`). */
class EntityTypes {
  private readonly byType = new Map<string, EntityType>();

  constructor(declared: readonly EntityType[]) {
    for (const entityType of declared) this.register(entityType);
  }

  register(entityType: EntityType): void {
    if (this.byType.has(entityType.type)) throw new Error(`The entity type ${entityType.type} is declared twice`);
    this.byType.set(entityType.type, this.resolved(entityType));
  }

  /** In the order of declaration. */
  all(): EntityType[] {
    return [...this.byType.values()];
  }

  /** Names of the types that have one of these traits, in the order of declaration. */
  having(...traits: Trait[]): string[] {
    return this.all()
      .filter((entityType) => traits.some((trait) => entityType.traits[trait]))
      .map(({ type }) => type);
  }

  /** Ordered by code point. */
  names(): string[] {
    return [...this.byType.keys()].sort();
  }

  get(type: string): EntityType {
    const found = this.byType.get(type);
    if (!found) throw new Error(`There is no entity type ${type}`);
    return found;
  }

  find(type: string): EntityType | undefined {
    return this.byType.get(type);
  }

  /** The types of its relations by trait are looked up when they are read, since other types may be registered later. */
  private resolved(entityType: EntityType): EntityType {
    const relations = Object.entries(entityType.relations).filter(([, { traits }]) => traits);
    if (!relations.length) return entityType;
    const resolved = relations.map(([name, relation]) => [name, this.withTypes(relation)] as const);
    return { ...entityType, relations: { ...entityType.relations, ...Object.fromEntries(resolved) } };
  }

  private withTypes(relation: Relation): Relation {
    const types = (): string[] => this.having(...(relation.traits ?? []));
    return {
      ...relation,
      get types() {
        return types();
      },
    };
  }
}

export const entityTypes = new EntityTypes(DECLARED_TYPES);

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
