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

/** A PUT merges tags: those of `kept` in their order, each as `added` has it where it names it, then the others of `added`. */
export function mergeLabels(kept: readonly unknown[], added: readonly unknown[]): unknown[] {
  const fqn = (label: unknown): string => (label as TagLabel).tagFQN;
  const named = new Map(added.map((label) => [fqn(label), label]));
  const before = new Set(kept.map(fqn));
  return [...kept.map((label) => named.get(fqn(label)) ?? label), ...[...named.values()].filter((label) => !before.has(fqn(label)))];
}
