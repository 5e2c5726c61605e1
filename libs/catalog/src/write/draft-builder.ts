import { AppError, copyOfJson, TimeSlice } from '@app/common';
import { Injectable } from '@nestjs/common';
import { ConstraintRules } from '../columns/constraint-rules';
import { ExtensionRules, type ExtendedBody } from '../custom/extension-rules';
import type { EntityType } from '../definition/entity-type';
import { finishParts } from './document/finish-parts';
import type { Excess } from '../schema/check/check-report';
import type { EntityDocument, ReceivedBody } from './entity-behaviour';
import type { EntityDraft, WriteOptions, WriteContext } from './entity-draft';
import type { LockedEntity } from './entity-write.repository';
import { LabelRules, type LabelledBody } from './labels/label-rules';
import { fqnOf } from './references/body-references';
import { ReferenceResolver, type Place, type Resolved } from './references/reference-resolver';

/** A body that passed format validation. */
export interface CheckedBody extends ReceivedBody {
  readonly writeOptions: WriteOptions;
  /** Exceeded limits: accepted only if already stored. */
  readonly excesses: readonly Excess[];
}

/** For a draft of it, whose parts are completed in place: the write may begin again. */
export function copyOf(received: CheckedBody): CheckedBody {
  return { ...received, body: copyOfJson(received.body) };
}

/** An entity as its writer knows it, from whom a part of it is hidden: what was sent, and what the writer was shown before. */
export interface SeenBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly previous: EntityDocument;
  /** Fields of references to what is hidden and stays: they are answered as those to nothing. */
  readonly unseenFields: ReadonlySet<string>;
}

/** A checked body, with its place if already looked up and, for an update, the current entity. */
export interface DraftedBody {
  readonly received: CheckedBody;
  readonly place?: Place;
  readonly locked?: LockedEntity;
  readonly current?: EntityDocument;
  readonly seen?: SeenBody | undefined;
}

/** Builds drafts from checked bodies: resolves references, completes parts, validates labels, extensions and constraints. */
@Injectable()
export class DraftBuilder {
  constructor(
    private readonly resolver: ReferenceResolver,
    private readonly labels: LabelRules,
    private readonly extensions: ExtensionRules,
    private readonly constraints: ConstraintRules,
  ) {}

  /** A draft or an error for each body. A fixed number of statements for all. */
  async drafts(context: WriteContext, bodies: readonly DraftedBody[]): Promise<(EntityDraft | AppError)[]> {
    const { entityType } = context;
    const naming = bodies.map(({ received, place, locked, current, seen }) => ({
      body: received.body,
      place,
      current: locked && current && { row: locked, document: current },
      unseenFields: seen?.unseenFields,
    }));
    const resolved = await this.resolver.resolve(context, naming);
    const slice = new TimeSlice();
    const drafts: (EntityDraft | AppError)[] = [];
    for (const [i, found] of resolved.entries()) {
      drafts.push(found instanceof AppError ? found : draftOf(entityType, bodies[i] as DraftedBody, found));
      await slice.turn();
    }
    for (const rules of [this.labels, this.extensions, this.constraints]) {
      const checked = drafts.flatMap((draft, i) =>
        draft instanceof AppError ? [] : [{ i, body: judged(draft, bodies[i] as DraftedBody) }],
      );
      const faults = await rules.faults(
        context,
        checked.map(({ body }) => body),
      );
      for (const [at, { i }] of checked.entries()) drafts[i] = faults[at] ?? (drafts[i] as EntityDraft);
      await slice.turn();
    }
    return drafts;
  }

  /** @throws {AppError} if the body is rejected */
  async draft(context: WriteContext, body: DraftedBody): Promise<EntityDraft> {
    const [draft] = await this.drafts(context, [body]);
    if (draft instanceof AppError) throw draft;
    return draft as EntityDraft;
  }
}

/** What is hidden and stays is named by nobody: a body is judged, and its errors are placed, as its writer sees it. */
function judged(
  { entityType, fqn, attributes }: EntityDraft,
  { current, seen }: DraftedBody,
): LabelledBody & ExtendedBody {
  if (!seen) return { attributes, ...(current && { previous: current }) };
  const own = ownAttributes(entityType, seen.body);
  finishParts(entityType, own, fqn);
  return { attributes: own, previous: seen.previous };
}

function ownAttributes({ attributes }: EntityType, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key in attributes));
}

function draftOf(entityType: EntityType, { received, locked }: DraftedBody, found: Resolved): EntityDraft {
  const { body, unstored, writeOptions } = received;
  const { parent, parents, between, relations } = found;
  const name = body.name as string;
  const fqn = fqnOf(entityType, body, found);
  const link = linkTo(entityType, parent?.fullyQualifiedName, between);
  const attributes = ownAttributes(entityType, body);
  finishParts(entityType, attributes, fqn);
  const place = { name, fqn, parent, parents, link };
  const { node, id } = locked ?? { node: '', id: '' };
  return { entityType, node, id, ...place, attributes, relations, unstored, options: writeOptions };
}

/** The link to a place in the parent, for types that name their parent by a link. */
function linkTo(
  entityType: EntityType,
  parentFqn: string | undefined,
  between: readonly string[],
): EntityDraft['link'] | undefined {
  const linked = entityType.parents.find(({ link }) => link);
  if (!linked?.link || parentFqn === undefined) return undefined;
  return { property: linked.property, text: linked.link.render(parentFqn, between) };
}
