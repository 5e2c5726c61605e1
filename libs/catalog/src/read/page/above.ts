import { KnownValues } from '@app/common';
import { oncePerType, type EntityType } from '../../definition/entity-type';
import { ALIASES, hasRootServiceType } from '../entity-row';
import { toReference } from '../relation-question';

/** Texts of what lies above entities that are known of a type, and their longest, in UTF-16 units. */
const [MOST_KNOWN, LONGEST] = [64, 4_096] as const;

/** The ancestors of the entities with one parent, by alias. */
type Lines = Readonly<Record<string, Line | null>>;
/** An ancestor, as the statement of a page gives it. */
interface Line {
  readonly reference: Parameters<typeof toReference>[0];
  readonly serviceType: string | null;
}

/** By the text that PostgreSQL gives: pages of the same parents come one after the other. */
const known = oncePerType(() => new KnownValues<Buffer>(MOST_KNOWN, LONGEST));

/** The members of an entity that name its ancestors, each with a comma before it. @param json as the statement of a page gives it */
export function aboveBytes(entityType: EntityType, json: string): Buffer {
  return known(entityType).of(json, () => made(entityType, JSON.parse(json) as Lines));
}

function made(entityType: EntityType, lines: Lines): Buffer {
  const serviceType = hasRootServiceType(entityType) ? lines[ALIASES.root]?.serviceType : undefined;
  const members = entityType.ancestors.map(({ property, at, types }) => {
    const reference = lines[ALIASES[at]]?.reference;
    if (!reference || !types.includes(reference.type)) return '';
    return `,"${property}":${JSON.stringify(toReference(reference))}`;
  });
  return Buffer.from((serviceType == null ? '' : `,"serviceType":${JSON.stringify(serviceType)}`) + members.join(''));
}
