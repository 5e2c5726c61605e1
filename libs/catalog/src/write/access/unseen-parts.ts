import { attempt, copyOfJson, type AppError } from '@app/common';
import { Injectable } from '@nestjs/common';
import type { EntityType } from '../../definition/entity-type';
import { inTransaction } from '../../read/queryable';
import { HiddenReferences } from '../../read/visibility/hidden-references';
import { withoutInherited } from '../document/inherited';
import { mergePut } from '../document/put-merge';
import { labelKey, labelledPlaces, labelPlaces, labelsIn, mapLabels, unknownLabel } from '../document/tag-label';
import type { EntityDocument } from '../entity-behaviour';
import type { WriteContext } from '../entity-draft';
import { relationsIn } from '../references/body-references';
import { spellings, unknownReference } from '../references/found-entities';

/** The parts of a document hidden from its writer: ids of references, keys of labels. */
export interface Unseen {
  readonly ids: ReadonlySet<string>;
  readonly labels: ReadonlySet<string>;
}

const NOTHING: Unseen = { ids: new Set(), labels: new Set() };

type Body = Record<string, unknown>;

interface Named {
  readonly id?: string;
  readonly type?: string;
  readonly fullyQualifiedName?: string;
}

/**
 * References and labels hidden from the writer, which a write must neither compare nor remove. They are removed from the document
 * that a patch is applied to, and kept if a body does not name them.
 */
@Injectable()
export class UnseenParts {
  constructor(private readonly references: HiddenReferences) {}

  /** For each document. No query is made if nothing can be hidden from the actor. */
  async of(context: WriteContext, documents: readonly EntityDocument[]): Promise<Unseen[]> {
    const { tx, actor, entityType } = context;
    if (!this.references.mayHide(actor)) return documents.map(() => NOTHING);
    const texts = documents.map((document) => JSON.stringify(document));
    const shown = await this.references.strip(inTransaction(tx), actor, texts);
    return documents.map((document, i) =>
      difference(entityType, document, JSON.parse(shown[i] as string) as EntityDocument),
    );
  }

  /**
   * The bodies of PUTs on existing entities: merged with what is stored, and with the references that the writer does not see;
   * NOT_FOUND for one that names what is hidden.
   */
  async mergedPuts(
    context: WriteContext,
    currents: readonly EntityDocument[],
    bodies: readonly Body[],
  ): Promise<(Body | AppError)[]> {
    const { entityType } = context;
    const own = currents.map((current) => withoutInherited(entityType, current));
    const unseen = await this.of(context, own);
    return bodies.map((sent, i) =>
      attempt(() => {
        const [before, hidden] = [own[i] as EntityDocument, unseen[i] as Unseen];
        requireUnnamed(entityType, sent, before, hidden);
        const body = mergePut(entityType, before, copyOfJson(sent));
        putBack(entityType, body, before, { ...hidden, labels: new Set() });
        return body;
      }),
    );
  }
}

function difference(entityType: EntityType, all: EntityDocument, shown: EntityDocument): Unseen {
  const ids = new Set(references(entityType, shown));
  const labels = new Set(labelsIn(entityType, shown).map(labelKey));
  return {
    ids: new Set(references(entityType, all).filter((id) => !ids.has(id))),
    labels: new Set(
      labelsIn(entityType, all)
        .map(labelKey)
        .filter((key) => !labels.has(key)),
    ),
  };
}

/** Removes what the writer may not see from a document, in place. */
export function leaveOut(entityType: EntityType, document: EntityDocument, { ids, labels }: Unseen): void {
  if (!ids.size && !labels.size) return;
  for (const name of referring(entityType)) {
    const value = document[name];
    if (Array.isArray(value)) document[name] = (value as Named[]).filter(({ id }) => !ids.has(id ?? ''));
    else if (ids.has((value as Named | undefined)?.id ?? '')) delete document[name];
  }
  mapLabels(entityType, document, (label) => (labels.has(labelKey(label)) ? undefined : label));
}

/**
 * A body that names what its writer may not see is answered as one that names nothing, though the entity refers to it already.
 * @param from the stored document
 * @throws {AppError} NOT_FOUND
 */
export function requireUnnamed(
  entityType: EntityType,
  body: EntityDocument,
  from: EntityDocument,
  { ids, labels }: Unseen,
): void {
  const unseen = ids.size ? referring(entityType).flatMap((name) => [from[name] ?? []].flat() as Named[]) : [];
  const hidden = unseen.filter(({ id }) => ids.has(id ?? ''));
  for (const requested of hidden.length ? [...relationsIn(entityType, body).values()].flat() : []) {
    const { id, fqn = '', types } = requested;
    const isMeant = (one: Named): boolean =>
      id === undefined
        ? types.includes(one.type ?? '') && spellings(fqn).includes(one.fullyQualifiedName ?? '')
        : one.id === id;
    if (hidden.some(isMeant)) throw unknownReference(requested);
  }
  const label = labels.size ? labelsIn(entityType, body).find((one) => labels.has(labelKey(one))) : undefined;
  if (label) throw unknownLabel(label);
}

/** Restores what `leaveOut` removed, or what a replacing body does not name, in place. */
export function putBack(
  entityType: EntityType,
  document: EntityDocument,
  from: EntityDocument,
  { ids, labels }: Unseen,
): void {
  for (const name of ids.size ? referring(entityType) : []) {
    const unseen = ([from[name] ?? []].flat() as Named[]).filter(({ id }) => ids.has(id ?? ''));
    if (!unseen.length) continue;
    if (!Array.isArray(from[name])) document[name] ??= from[name];
    else document[name] = [...((document[name] as Named[] | undefined) ?? []), ...unseen];
  }
  if (labels.size) putBackLabels(entityType, document, from, labels);
}

/** Each on its original part, if that still exists. */
function putBackLabels(
  entityType: EntityType,
  document: EntityDocument,
  from: EntityDocument,
  labels: ReadonlySet<string>,
): void {
  const parts = new Map(labelPlaces(entityType, document).map(({ name, bearer }) => [name, bearer]));
  for (const place of labelledPlaces(entityType, from)) {
    const unseen = place.labels.filter((label) => labels.has(labelKey(label)));
    const bearer = parts.get(place.name);
    if (bearer && unseen.length) bearer.tags = [...((bearer.tags as unknown[] | undefined) ?? []), ...unseen];
  }
}

function references(entityType: EntityType, document: EntityDocument): string[] {
  return referring(entityType).flatMap((name) =>
    ([document[name] ?? []].flat() as Named[]).flatMap(({ id }) => (typeof id === 'string' ? [id] : [])),
  );
}

/** Members that contain references to other entities. */
function referring({ relations, parents }: EntityType): string[] {
  return [...Object.keys(relations), ...parents.map(({ property }) => property)];
}
