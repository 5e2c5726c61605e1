import { AppError } from '@app/common';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ConstraintRules } from '../columns/constraint-rules';
import { ExtensionRules } from '../custom/extension-rules';
import type { EntityType } from '../definition/entity-type';
import { joinFqn } from '../fqn/fqn';
import { finishParts } from './document/finish-parts';
import type { Excess } from '../schema/check/check-report';
import type { EntityDocument, ReceivedBody } from './entity-behaviour';
import type { EntityDraft, WriteOptions } from './entity-draft';
import type { LockedEntity } from './entity-store';
import { LabelRules } from './labels/label-rules';
import { NOTHING_HELD, ReferenceResolver } from './references/reference-resolver';
import type { Held, Resolved } from './references/reference-resolver';

/** A body that passed the checks of its shape. */
export interface CheckedBody extends ReceivedBody {
  readonly wishes: WriteOptions;
  /** What of it is beyond a limit: only what was there may be. */
  readonly excesses: readonly Excess[];
}

/** A checked body and, where it is to change an entity, that entity as it is. */
export interface DraftedBody {
  readonly received: CheckedBody;
  readonly locked?: LockedEntity;
  readonly current?: EntityDocument;
  /** Of a new entity whose place was found before. */
  readonly place?: Place;
}

/** Where an entity lies that a body names. */
export interface Place {
  readonly fqn: string;
  /** Node of the parent, which is locked. */
  readonly parent?: string;
}

/** Makes drafts of checked bodies: their references found, their parents locked, their parts finished, their labels, extensions and constraints checked. */
@Injectable()
export class EntityDrafter {
  constructor(
    private readonly resolver: ReferenceResolver,
    private readonly labels: LabelRules,
    private readonly extensions: ExtensionRules,
    private readonly constraints: ConstraintRules,
  ) {}

  /** Where the entity of each body lies, or what it is refused for: nothing but its name and its parents is looked at. */
  async places(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    bodies: readonly CheckedBody[],
  ): Promise<(Place | AppError)[]> {
    const naming = bodies.map(({ body }) => ({ body, held: NOTHING_HELD }));
    const resolved = await this.resolver.resolve(tx, actor, entityType, naming, 'parents');
    return resolved.map((found, i) => {
      if (found instanceof AppError) return found;
      const fqn = fqnOf(entityType, (bodies[i] as CheckedBody).body.name as string, found);
      return { fqn, parent: found.parent?.node };
    });
  }

  /** @throws {AppError} what the body is refused for */
  async place(tx: Transaction, actor: Actor, entityType: EntityType, body: CheckedBody): Promise<Place> {
    const [place] = await this.places(tx, actor, entityType, [body]);
    if (place instanceof AppError) throw place;
    return place as Place;
  }

  /** A draft for each body, or what it is refused for. A fixed number of statements for all of them. */
  async drafts(
    tx: Transaction,
    actor: Actor,
    entityType: EntityType,
    bodies: readonly DraftedBody[],
  ): Promise<(EntityDraft | AppError)[]> {
    const naming = bodies.map((one) => ({ body: one.received.body, held: heldBy(one) }));
    const resolved = await this.resolver.resolve(tx, actor, entityType, naming);
    const drafts = resolved.map((found, i) =>
      found instanceof AppError ? found : draftOf(entityType, bodies[i] as DraftedBody, found),
    );
    for (const rules of [this.labels, this.extensions, this.constraints]) {
      const checked = drafts.flatMap((draft, i) =>
        draft instanceof AppError ? [] : [{ i, body: { attributes: draft.attributes, previous: bodies[i]?.current } }],
      );
      const faults = await rules.faults(
        tx,
        actor,
        entityType,
        checked.map(({ body }) => body),
      );
      for (const [at, { i }] of checked.entries()) drafts[i] = faults[at] ?? (drafts[i] as EntityDraft);
    }
    return drafts;
  }

  /** @throws {AppError} what the body is refused for */
  async draft(tx: Transaction, actor: Actor, entityType: EntityType, body: DraftedBody): Promise<EntityDraft> {
    const [draft] = await this.drafts(tx, actor, entityType, [body]);
    if (draft instanceof AppError) throw draft;
    return draft as EntityDraft;
  }
}

function draftOf(entityType: EntityType, { received, locked }: DraftedBody, found: Resolved): EntityDraft {
  const { body, kept, wishes } = received;
  const { parent, parents, between, relations } = found;
  const name = body.name as string;
  const fqn = fqnOf(entityType, name, found);
  const link = linkTo(entityType, parent?.fullyQualifiedName, between);
  const attributes = Object.fromEntries(Object.entries(body).filter(([key]) => key in entityType.attributes));
  finishParts(entityType, attributes, fqn);
  const place = { name, fqn, parent, parents, link };
  const { node, id } = locked ?? { node: '', id: '' };
  return { entityType, node, id, ...place, attributes, relations, kept, options: wishes };
}

function fqnOf(entityType: EntityType, name: string, { parent, between }: Resolved): string {
  const ownPart = entityType.fqnPart ? entityType.fqnPart(name) : name;
  return joinFqn(parent?.fullyQualifiedName, ...(entityType.fqnBetween ?? between), ownPart);
}

/** The link to a place in the parent, where the type names its parent by one. */
function linkTo(
  entityType: EntityType,
  parentFqn: string | undefined,
  between: readonly string[],
): EntityDraft['link'] | undefined {
  const linked = entityType.parents.find(({ link }) => link);
  if (!linked?.link || parentFqn === undefined) return undefined;
  return { property: linked.property, text: linked.link.render(parentFqn, between) };
}

function heldBy({ current, locked, place }: DraftedBody): Held {
  if (place) return { ...NOTHING_HELD, parent: place.parent };
  return current && locked ? { ids: idsIn(current), parent: locked.parent } : NOTHING_HELD;
}

/** Ids of all that a document refers to. */
function idsIn(document: EntityDocument): Set<string> {
  const ids = new Set<string>();
  for (const value of Object.values(document).flat()) {
    const id = (value as { id?: unknown } | null)?.id;
    if (typeof id === 'string') ids.add(id);
  }
  return ids;
}
