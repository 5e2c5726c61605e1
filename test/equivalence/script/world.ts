import type { Json } from '../../hidden-objects/document';
import type { DocumentedType } from '../../hidden-objects/entity-types';
import { claimedBy, isOwned } from '../../hidden-objects/world';
import { pathOf } from './document';
import { Steps, type Chapter } from './step';

/**
 * plain: everybody sees it; hidden: not there for the viewer, whose policy denies what has another owner; own: the consumer's, so hidden from
 * the viewer as well; life: what goes through a life.
 */
export type Part = 'plain' | 'hidden' | 'own' | 'life';

/** The name of the answer that made an entity. */
export const nameOf = (part: Part, type: string): string => `${part}_${type}`;

/** Which of the types that can be claimed once a part takes, such as the asset of a contract. */
const CLAIMED: Readonly<Record<Part, readonly [part: Part, at: number]>> = {
  plain: ['plain', 0],
  hidden: ['plain', 1],
  own: ['own', 0],
  life: ['plain', 2],
};

/** Types that are made for one entity alone come last. */
const lastClaimed = (types: readonly DocumentedType[]): DocumentedType[] => [
  ...types.filter((type) => !claimedBy(type)),
  ...types.filter(claimedBy),
];

/** A create body of the part. */
export function bodyOf(type: DocumentedType, part: Part): Json {
  if (part === 'plain') return type.example;
  const name = nameOf(part, type.type);
  const addresses = Object.fromEntries(type.addresses.map((property) => [property, `${name}@example.com`]));
  const body = { ...type.example, name, displayName: `${name} shown`, ...addresses, ...placeOf(type, part) };
  const owner = { hidden: 'keeper', own: 'carla', life: undefined }[part];
  return owner !== undefined && isOwned(type)
    ? { ...body, owners: [{ type: 'user', fullyQualifiedName: owner }] }
    : body;
}

function placeOf(type: DocumentedType, part: Part): Json {
  const claimed = claimedBy(type);
  if (!claimed) return {};
  const [of, at] = CLAIMED[part];
  const host = claimed.types?.[at] ?? 'table';
  return { [claimed.name]: { id: `{{${nameOf(of, host)}.id}}`, type: host } };
}

/** An entity of each type for each part. What an example names is there before it; what fails is tried again at the end, and then is 409. */
export function worldChapter(types: readonly DocumentedType[]): Chapter {
  const steps = new Steps();
  for (const part of ['plain', 'hidden', 'own'] as const)
    for (const type of lastClaimed(types)) {
      if (part !== 'plain' && !isOwned(type)) continue;
      const save = nameOf(part, type.type);
      steps.add(`create ${part} ${type.type}`, `POST ${pathOf(type)}`, { body: bodyOf(type, part), save });
    }
  for (const type of types) steps.add(`again ${type.type}`, `POST ${pathOf(type)}`, { body: bodyOf(type, 'plain') });
  return steps.chapter('world');
}
