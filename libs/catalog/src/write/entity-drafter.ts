import { AppError } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
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
}

/** Makes drafts of checked bodies: their references found, their parents locked, their parts finished, their labels and extensions checked. */
@Injectable()
export class EntityDrafter {
  constructor(
    private readonly resolver: ReferenceResolver,
    private readonly labels: LabelRules,
    private readonly extensions: ExtensionRules,
  ) {}

  /** A draft for each body, or what it is refused for. A fixed number of statements for all of them. */
  async drafts(
    tx: Transaction,
    entityType: EntityType,
    bodies: readonly DraftedBody[],
  ): Promise<(EntityDraft | AppError)[]> {
    const naming = bodies.map((one) => ({ body: one.received.body, held: heldBy(one) }));
    const resolved = await this.resolver.resolve(tx, entityType, naming);
    const drafts = resolved.map((found, i) =>
      found instanceof AppError ? found : draftOf(entityType, bodies[i] as DraftedBody, found),
    );
    for (const rules of [this.labels, this.extensions]) {
      const checked = drafts.flatMap((draft, i) =>
        draft instanceof AppError ? [] : [{ i, body: { attributes: draft.attributes, previous: bodies[i]?.current } }],
      );
      const faults = await rules.faults(
        tx,
        entityType,
        checked.map(({ body }) => body),
      );
      for (const [at, { i }] of checked.entries()) drafts[i] = faults[at] ?? (drafts[i] as EntityDraft);
    }
    return drafts;
  }

  /** @throws {AppError} what the body is refused for */
  async draft(tx: Transaction, entityType: EntityType, body: DraftedBody): Promise<EntityDraft> {
    const [draft] = await this.drafts(tx, entityType, [body]);
    if (draft instanceof AppError) throw draft;
    return draft as EntityDraft;
  }
}

function draftOf(entityType: EntityType, { received, locked }: DraftedBody, found: Resolved): EntityDraft {
  const { body, kept, wishes } = received;
  const { parent, parents, between, relations } = found;
  const name = body.name as string;
  const ownPart = entityType.fqnPart ? entityType.fqnPart(name) : name;
  const fqn = joinFqn(parent?.fullyQualifiedName, ...(entityType.fqnBetween ?? between), ownPart);
  const link = linkTo(entityType, parent?.fullyQualifiedName, between);
  const attributes = Object.fromEntries(Object.entries(body).filter(([key]) => key in entityType.attributes));
  finishParts(entityType, attributes, fqn);
  const place = { name, fqn, parent, parents, link };
  const { node, id } = locked ?? { node: '', id: '' };
  return { entityType, node, id, ...place, attributes, relations, kept, options: wishes };
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

function heldBy({ current, locked }: DraftedBody): Held {
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
