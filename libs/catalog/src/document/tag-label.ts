import { AppError } from '@app/common';
import type { EntityType } from '../definition/entity-type';
import { partLists, type NamedPart } from '../schema/named-parts';

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

/** A tag and a term can have the same FQN: a label is identified by FQN and source. */
export function labelKey({ tagFQN, source = 'Classification' }: Pick<TagLabel, 'tagFQN'> & Partial<TagLabel>): string {
  return `${source} ${tagFQN}`;
}

/** The labels of a document and its parts, each tag or term once. */
export function labelsIn(entityType: EntityType, document: Readonly<Record<string, unknown>>): TagLabel[] {
  const labels = new Map<string, TagLabel>();
  addLabels(labels, document.tags);
  for (const { parts } of partLists(entityType, document)) addLabelsOf(labels, parts);
  return [...labels.values()];
}

function addLabelsOf(labels: Map<string, TagLabel>, parts: readonly NamedPart[]): void {
  for (const { tags, children } of parts) {
    addLabels(labels, tags);
    if (children) addLabelsOf(labels, children);
  }
}

function addLabels(labels: Map<string, TagLabel>, tags: unknown): void {
  if (tags) for (const label of tags as TagLabel[]) labels.set(labelKey(label), label);
}

/** An object with labels: the entity itself or one of its parts. */
export interface LabelledPart {
  /** Stable across versions of the entity: the part's path of names. */
  readonly name: string;
  /** The path of its labels in the document: `columns[0].tags`. */
  readonly path: string;
  readonly labels: readonly TagLabel[];
  /** The object whose `tags` contains them. */
  readonly bearer: Record<string, unknown>;
}

/** Every part of a document with labels. */
export function labelledParts(entityType: EntityType, document: Readonly<Record<string, unknown>>): LabelledPart[] {
  // Most documents have none: their parts need no names.
  if (!labelsIn(entityType, document).length) return [];
  return labelPlaces(entityType, document).filter(({ labels }) => labels.length);
}

/** Every part of a document that can have labels. */
export function labelPlaces(entityType: EntityType, document: Readonly<Record<string, unknown>>): LabelledPart[] {
  const labels = (document.tags as TagLabel[] | undefined) ?? [];
  const inParts = partLists(entityType, document).flatMap(({ path, parts }) => placesOf(parts, path, path));
  return [{ name: '', path: 'tags', labels, bearer: document }, ...inParts];
}

function placesOf(parts: readonly NamedPart[], above: string, path: string): LabelledPart[] {
  return parts.flatMap((part, i) => {
    const name = `${above}\u0000${part.name ?? i}`;
    const at = `${path}[${i}]`;
    const bearer = part as Record<string, unknown>;
    const own = { name, path: `${at}.tags`, labels: (part.tags ?? []) as TagLabel[], bearer };
    return [own, ...placesOf(part.children ?? [], name, `${at}.children`)];
  });
}

/** Replaces or removes each label of a document and its parts; duplicates are merged. Changes the document in place. */
export function mapLabels(
  entityType: EntityType,
  document: Record<string, unknown>,
  change: (label: TagLabel) => TagLabel | undefined,
): void {
  const changed = (labels: unknown): TagLabel[] => {
    const left = (labels as TagLabel[]).map(change).filter((label): label is TagLabel => label !== undefined);
    return [...new Map(left.map((label) => [labelKey(label), label])).values()];
  };
  if (Array.isArray(document.tags)) document.tags = changed(document.tags);
  const inParts = (parts: readonly NamedPart[]): void => {
    for (const part of parts) {
      if (part.tags) part.tags = changed(part.tags);
      inParts(part.children ?? []);
    }
  };
  for (const { parts } of partLists(entityType, document)) inParts(parts);
}

/** Merges tags on PUT: `kept` in order, replaced by the entry in `added` of the same tag, then the remaining ones of `added`. */
export function mergeLabels(kept: readonly unknown[], added: readonly unknown[]): unknown[] {
  if (kept.length === 0 && added.length === 0) return [];
  const key = (label: unknown): string => labelKey(label as TagLabel);
  const named = new Map(added.map((label) => [key(label), label]));
  const before = new Set(kept.map(key));
  return [
    ...kept.map((label) => named.get(key(label)) ?? label),
    ...[...named.values()].filter((label) => !before.has(key(label))),
  ];
}

export function unknownLabel({ source, tagFQN }: Pick<TagLabel, 'source' | 'tagFQN'>): AppError {
  const type = source === 'Glossary' ? 'glossaryTerm' : 'tag';
  const message = `${type} instance for ${tagFQN} not found`;
  return new AppError('NOT_FOUND', message, { details: [{ field: 'tags', message }] });
}
