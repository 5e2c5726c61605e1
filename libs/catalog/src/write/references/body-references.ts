import { invalidFields, isUuid, TimeSlice } from '@app/common';
import { entriesOf, type EntityType, type ParentProperty } from '../../definition/entity-type';
import { joinFqn } from '../../fqn';
import type { Target } from '../entity-draft';
import { keyOf, spellings, type RequestedReference } from './found-entities';

export type Body = Readonly<Record<string, unknown>>;

export interface Parents {
  readonly parent?: Target;
  /** Every parent named in the body, by property. */
  readonly parents: ReadonlyMap<string, Target>;
  /** FQN parts between the parent's FQN and the entity's name, as given by a link. */
  readonly between: readonly string[];
}

/** The references of a body to look up. */
export interface BodyReferences {
  readonly parents: readonly RequestedReference[];
  readonly relations: ReadonlyMap<string, readonly RequestedReference[]>;
}

/** The FQN of a body's entity. */
export function fqnOf(entityType: EntityType, body: Body, { parent, between }: Parents): string {
  const own = ownFqn(entityType, body, between);
  return parent ? `${parent.fullyQualifiedName}.${own}` : own;
}

/** The FQN of a body's entity if the body alone determines it: undefined below a parent that is named by its id or by a link. */
export function fqnInBody(entityType: EntityType, body: Body): string | undefined {
  const parent = parentsIn(entityType, body).at(-1);
  if (parent?.between) return undefined;
  const own = ownFqn(entityType, body, []);
  if (!parent) return own;
  return parent.fqn === undefined ? undefined : `${parent.fqn}.${own}`;
}

/** The part of the FQN after the parent's FQN. */
export function ownFqn(entityType: EntityType, body: Body, between: readonly string[]): string {
  const name = body.name as string;
  return joinFqn(undefined, ...(entityType.fqnBetween ?? between), entityType.fqnPart?.(name) ?? name);
}

/** The possible direct parents, in look-up order. */
export function candidatesOf(direct: RequestedReference | undefined): { type: string; id?: string; fqn?: string }[] {
  if (!direct) return [];
  const { id, fqn, types } = direct;
  if (id !== undefined) return types.map((type) => ({ type, id }));
  return spellings(fqn ?? '').flatMap((spelling) => types.map((type) => ({ type, fqn: spelling })));
}

/** Their names in all spellings, without duplicates. */
export async function namesIn(requested: readonly RequestedReference[]): Promise<{ type: string; fqn: string }[]> {
  const names = new Map<string, { type: string; fqn: string }>();
  // Thousands of references that may each be of any type are hundreds of thousands of names.
  const slice = new TimeSlice();
  for (const { id, fqn, types } of requested) {
    if (id !== undefined || fqn === undefined) continue;
    for (const spelling of spellings(fqn))
      for (const type of types) names.set(keyOf(type, spelling), { type, fqn: spelling });
    await slice.turn();
  }
  return [...names.values()];
}

/** The parents named in the body, the most specific last. */
export function parentsIn(entityType: EntityType, body: Body): RequestedReference[] {
  const given = entityType.parents.filter(({ property }) => body[property] !== undefined);
  return given.map((parent) => requestedParent(parent, body[parent.property]));
}

function requestedParent({ property, types, link }: ParentProperty, value: unknown): RequestedReference {
  const linked = typeof value === 'string' ? link?.parse(value) : undefined;
  if (!linked) return requestedReference(property, types, value);
  return { field: property, types: [linked.type], fqn: linked.fqn, between: linked.between };
}

/** Parents named in addition to the direct one must be its ancestors (or the direct parent under an older name). */
export function requireLine(parents: ReadonlyMap<string, Target>, field: string, direct: Target): void {
  for (const other of parents.values()) {
    if (`${direct.fullyQualifiedName}.`.startsWith(`${other.fullyQualifiedName}.`)) continue;
    const line = `the ${direct.type} ${direct.fullyQualifiedName} does not lie below the ${other.type} ${other.fullyQualifiedName}`;
    throw invalidFields([{ field, message: line }]);
  }
}

export function relationsIn(entityType: EntityType, body: Body): Map<string, RequestedReference[]> {
  const found = new Map<string, RequestedReference[]>();
  for (const [property, { types, readOnly }] of entriesOf(entityType.relations)) {
    const value = body[property];
    if (value === undefined || readOnly) continue;
    const list = Array.isArray(value) ? value : [value];
    found.set(
      property,
      list.map((item, i) => requestedReference(Array.isArray(value) ? `${property}[${i}]` : property, types, item)),
    );
  }
  return found;
}

export function requestedReference(field: string, types: readonly string[], value: unknown): RequestedReference {
  if (typeof value === 'string')
    return isUuid(value) ? { field, types, id: value.toLowerCase() } : { field, types, fqn: value };
  const { id, type, fullyQualifiedName } = value as { id?: string; type?: string; fullyQualifiedName?: string };
  const allowed = type === undefined ? types : [type];
  return id === undefined
    ? { field, types: allowed, fqn: fullyQualifiedName }
    : { field, types: allowed, id: id.toLowerCase() };
}

export function unique(targets: readonly Target[]): Target[] {
  return [...new Map(targets.map((target) => [target.node, target])).values()];
}
