import type { EntityType } from '../../definition/entity-type';
import type { JudgedBody } from '../../definition/entity-document';
import { labelKey, labelledParts, type LabelledPart, type TagLabel } from '../../document/tag-label';

/** A part with new labels: all its labels, and which are new. */
export interface NewlyLabelled {
  readonly part: LabelledPart;
  /** Number of labels before the write. */
  readonly before: number;
  readonly isNew: (label: TagLabel) => boolean;
  /** Whether the label was already somewhere on the entity. */
  readonly isKnown: (label: TagLabel) => boolean;
}

/** The parts of a body with labels that they did not have. */
export function newlyLabelled(entityType: EntityType, { attributes, previous }: JudgedBody): NewlyLabelled[] {
  const before = new Map(previous ? labelledParts(entityType, previous).map((part) => [part.name, part]) : []);
  const known = new Set([...before.values()].flatMap(({ labels }) => labels.map(labelKey)));
  return labelledParts(entityType, attributes).flatMap((part) => {
    const had = new Set(before.get(part.name)?.labels.map(labelKey));
    const isNew = (label: TagLabel): boolean => !had.has(labelKey(label));
    if (!part.labels.some(isNew)) return [];
    return [{ part, before: had.size, isNew, isKnown: (label: TagLabel) => known.has(labelKey(label)) }];
  });
}
