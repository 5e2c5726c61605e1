import type { EntityType } from '../../definition/entity-type';
import type { JudgedBody } from '../entity-draft';
import { labelKey, labelledPlaces, type LabelledPlace, type TagLabel } from '../document/tag-label';

/** A place with new labels: all its labels, and which are new. */
export interface NewlyLabelled {
  readonly place: LabelledPlace;
  /** Number of labels before the write. */
  readonly before: number;
  readonly isNew: (label: TagLabel) => boolean;
  /** Whether the label was already somewhere on the entity. */
  readonly isKnown: (label: TagLabel) => boolean;
}

/** The places of a body with labels that they did not have. */
export function newlyLabelled(entityType: EntityType, { attributes, previous }: JudgedBody): NewlyLabelled[] {
  const before = new Map(previous ? labelledPlaces(entityType, previous).map((place) => [place.name, place]) : []);
  const known = new Set([...before.values()].flatMap(({ labels }) => labels.map(labelKey)));
  return labelledPlaces(entityType, attributes).flatMap((place) => {
    const had = new Set(before.get(place.name)?.labels.map(labelKey));
    const isNew = (label: TagLabel): boolean => !had.has(labelKey(label));
    if (!place.labels.some(isNew)) return [];
    return [{ place, before: had.size, isNew, isKnown: (label: TagLabel) => known.has(labelKey(label)) }];
  });
}
