import type { EntityType } from '../definition/entity-type';
import { partLists } from '../schema/named-parts';
import type { NamedPart } from '../schema/named-parts';

/** A tag or glossary term on an entity or on one of its parts. */
export interface TagLabel {
  tagFQN: string;
  source: 'Classification' | 'Glossary';
  labelType: string;
  state: string;
  [key: string]: unknown;
}

export function withLabelDefaults(label: unknown): TagLabel {
  return { source: 'Classification', labelType: 'Manual', state: 'Confirmed', ...(label as object) } as TagLabel;
}

/** The labels of a document, on itself and on its parts, each tag once. */
export function labelsIn(entityType: EntityType, document: Readonly<Record<string, unknown>>): TagLabel[] {
  const own = (document.tags as TagLabel[] | undefined) ?? [];
  const labels = [...own, ...partLists(entityType, document).flatMap(({ parts }) => labelsOf(parts))];
  return [...new Map(labels.map((label) => [label.tagFQN, label])).values()];
}

function labelsOf(parts: readonly NamedPart[]): TagLabel[] {
  return parts.flatMap((part) => [...((part.tags ?? []) as TagLabel[]), ...labelsOf(part.children ?? [])]);
}

/** Labels of `kept` that `added` does not name, then those of `added`: a PUT merges tags. */
export function mergeLabels(kept: readonly unknown[], added: readonly unknown[]): unknown[] {
  const named = new Set(added.map((label) => (label as TagLabel).tagFQN));
  return [...kept.filter((label) => !named.has((label as TagLabel).tagFQN)), ...added];
}
