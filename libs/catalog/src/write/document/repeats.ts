import { sameJson } from '@app/common';
import { entriesOf, type EntityType } from '../../definition/entity-type';
import type { Reference } from '../../read/relation.repository';
import type { NamedPart } from '../../schema/named-parts';
import type { EntityDocument } from '../entity-behaviour';
import { parentsIn, relationsIn, type Body } from '../references/body-references';
import type { RequestedReference } from '../references/found-entities';
import { withoutInherited } from './inherited';
import { withLabelDefaults } from './tag-label';

/**
 * Whether a PUT of the body would leave the stored entity as it is, told by the two documents alone: false also where that takes a
 * look-up, such as a reference by a name that several types can have. Its draft need not be made then.
 *
 * @param body checked; for a type whose parents are not named by links
 * @param stored the document with all fields
 */
export function repeats(entityType: EntityType, body: Body, stored: EntityDocument): boolean {
  const own = withoutInherited(entityType, stored);
  return (
    body.name === own.name &&
    keepsParents(entityType, body, own) &&
    keepsRelations(entityType, body, own) &&
    entriesOf(entityType.attributes).every(([name, { readOnly, parts }]) => {
      if (readOnly) return true;
      const [sent, kept] = [body[name], own[name]];
      if (name === 'tags') return namesOnly(sent, kept);
      if (name === 'extension' && sent === undefined) return true;
      if (!parts || sent === undefined) return isSame(sent, kept);
      return parts.below ? isSameAround(parts.below, sent, kept) : areSameParts(sent, kept);
    })
  );
}

/**
 * Whether a body names the parents that the entity has, each by its id or, where it can be of one type only, by its FQN. A deleted parent is no
 * place to write to, so it is not one that the entity keeps.
 */
export function keepsParents(entityType: EntityType, body: Body, own: EntityDocument): boolean {
  const requested = new Map(parentsIn(entityType, body).map((one) => [one.field, one]));
  return entityType.parents.every(({ property }) => {
    const [one, parent] = [requested.get(property), own[property] as Reference | undefined];
    if (!one || !parent) return !one && !parent;
    return !parent.deleted && isNameOf(one, parent);
  });
}

function keepsRelations(entityType: EntityType, body: Body, own: EntityDocument): boolean {
  const requested = relationsIn(entityType, body);
  return entriesOf(entityType.relations).every(([name, { readOnly, keptByPut }]) => {
    if (readOnly) return true;
    const kept = [own[name] ?? []].flat() as Reference[];
    const list = requested.get(name);
    if (!list) return keptByPut === true || kept.length === 0;
    return list.length === kept.length && list.every((one, i) => isNameOf(one, kept[i] as Reference));
  });
}

/** An FQN is of one entity of a type. */
function isNameOf({ id, fqn, types }: RequestedReference, { id: held, type, fullyQualifiedName }: Reference): boolean {
  if (id !== undefined) return id === held;
  return types.length === 1 && types[0] === type && fqn === fullyQualifiedName;
}

/** Absent and empty are equal. */
function isSame(sent: unknown, kept: unknown): boolean {
  return isEmpty(sent) ? isEmpty(kept) : sameJson(sent, kept);
}

function isEmpty(value: unknown): boolean {
  return value === undefined || (Array.isArray(value) && value.length === 0);
}

/** A PUT adds labels to those that are there. */
function namesOnly(sent: unknown, kept: unknown): boolean {
  const labels = (kept ?? []) as readonly unknown[];
  return ((sent ?? []) as readonly unknown[]).every((label) => {
    const whole = withLabelDefaults(label);
    return labels.some((one) => sameJson(one, whole));
  });
}

/** An object with parts below one of its members. */
function isSameAround(below: string, sent: unknown, kept: unknown): boolean {
  if (typeof sent !== 'object' || typeof kept !== 'object' || !sent || !kept) return false;
  const { [below]: sentParts, ...sentRest } = sent as Record<string, unknown>;
  const { [below]: keptParts, ...keptRest } = kept as Record<string, unknown>;
  const isSamePart = sentParts === undefined ? keptParts === undefined : areSameParts(sentParts, keptParts);
  return isSamePart && sameJson(sentRest, keptRest);
}

function areSameParts(sent: unknown, kept: unknown): boolean {
  if (isEmpty(sent)) return isEmpty(kept);
  if (!Array.isArray(sent) || !Array.isArray(kept) || sent.length !== kept.length) return false;
  return sent.every((part, i) => isSamePart(part as NamedPart, kept[i] as NamedPart));
}

/** What of a part is set by the service, or kept by a PUT, also where the body has none. */
const KEPT: readonly string[] = ['tags', 'fullyQualifiedName', 'customMetrics'];

function isSamePart(sent: NamedPart, kept: NamedPart): boolean {
  if (sent.name === undefined || kept.fullyQualifiedName === undefined || !Array.isArray(kept.tags)) return false;
  for (const key of Object.keys(kept)) if (!(key in sent) && !KEPT.includes(key)) return false;
  return Object.keys(sent).every((key) => {
    if (key === 'fullyQualifiedName') return true;
    if (key === 'tags') return namesOnly(sent.tags, kept.tags);
    return key === 'children' ? areSameParts(sent.children, kept.children) : sameJson(sent[key], kept[key]);
  });
}
