import { copyOfJson, type TimeSlice } from '@app/common';
import { constraintFaults, newlyReferred, tablesIn } from '../rules/constraint-faults';
import { changedExtension } from '../../custom/custom-property';
import type { EntityType } from '../../definition/entity-type';
import type { WriteAnswer } from '../write-answer';
import type { Excess } from '../../schema/check/check-report';
import { finishParts } from '../../document/finish-parts';
import type { EntityDocument, JudgedBody } from '../../definition/entity-document';
import type { ReceivedBody } from '../entity-behaviour';
import type { EntityDraft, RelationTarget, WriteOptions } from '../entity-draft';
import type { LockedEntity } from '../entity-update';
import { newlyLabelled } from '../labels/new-labels';
import { fqnOf, type Parents } from '../references/body-references';
import type { FoundEntities } from '../references/found-entities';

/** A body that passed format validation. */
export interface CheckedBody extends ReceivedBody {
  readonly writeOptions: WriteOptions;
  /** Exceeded limits: accepted only if already stored. */
  readonly excesses: readonly Excess[];
  /** Sent by a client of the OpenMetadata API: a PUT retains the members that it cannot name. */
  readonly compatible?: true;
}

/** For a draft of it, whose parts are completed in place: the write may begin again. */
export function copyOf(received: CheckedBody): CheckedBody {
  return { ...received, body: copyOfJson(received.body) };
}

/** The answer of a draft, with the rule under which it was written otherwise than it was sent. */
export function ruled({ rule }: Pick<EntityDraft, 'rule'>, answer: WriteAnswer): WriteAnswer {
  return rule === undefined ? answer : { ...answer, rule };
}

/** The parent of a body's entity, with all entities found for the body's references. */
export interface Location extends Parents {
  readonly fqn: string;
  readonly found: FoundEntities;
}

/** An entity as its writer knows it, from whom a part of it is hidden: what was sent, and what the writer was shown before. */
export interface SeenBody {
  readonly body: Readonly<Record<string, unknown>>;
  readonly previous: EntityDocument;
  /** Fields of references to what is hidden and stays: they are answered as those to nothing. */
  readonly unseenFields: ReadonlySet<string>;
}

/** A checked body, with its parent if already looked up and, for an update, the current entity. */
export interface DraftedBody {
  readonly received: CheckedBody;
  readonly location?: Location;
  readonly locked?: LockedEntity;
  readonly current?: EntityDocument;
  readonly seen?: SeenBody | undefined;
}

/** Checks a body, and locates its errors, as its writer sees it: hidden values that stay are not named. */
export function judged({ entityType, fqn, attributes }: EntityDraft, { current, seen }: DraftedBody): JudgedBody {
  if (!seen) return { attributes, ...(current && { previous: current }) };
  const own = ownAttributes(entityType, seen.body);
  finishParts(entityType, own, fqn);
  return { attributes: own, previous: seen.previous };
}

/**
 * Whether the rules of labels, extensions and constraints ask for more than the body and what was stored: for tags, custom properties or
 * other tables.
 * @throws {AppError} BAD_REQUEST
 */
export async function asksForMore(entityType: EntityType, body: JudgedBody, slice: TimeSlice): Promise<boolean> {
  if (newlyLabelled(entityType, body).length > 0) return true;
  await slice.turn();
  if (Object.keys(changedExtension(body)).length > 0) return true;
  if (!('tableConstraints' in entityType.attributes)) return false;
  const referred = newlyReferred(body);
  if (tablesIn(referred).size > 0) return true;
  await slice.turn();
  const fault = constraintFaults(body, referred, new Map());
  if (fault) throw fault;
  return false;
}

function ownAttributes({ attributes }: EntityType, body: Readonly<Record<string, unknown>>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([key]) => key in attributes));
}

/** The resolved parents and references of a body. */
export interface Resolved extends Parents {
  readonly relations: Map<string, readonly RelationTarget[]>;
}

export function draftOf(entityType: EntityType, { received, locked }: DraftedBody, found: Resolved): EntityDraft {
  const { body, unstored, writeOptions } = received;
  const { parent, parents, between, relations } = found;
  const name = body.name as string;
  const fqn = fqnOf(entityType, body, found);
  const link = linkTo(entityType, parent?.fullyQualifiedName, between);
  const attributes = ownAttributes(entityType, body);
  finishParts(entityType, attributes, fqn);
  const location = { name, fqn, parent, parents, link };
  const { node, id } = locked ?? { node: '', id: '' };
  return { entityType, node, id, ...location, attributes, relations, unstored, options: writeOptions };
}

/** The link to a path in the parent, for types that name their parent by a link. */
function linkTo(
  entityType: EntityType,
  parentFqn: string | undefined,
  between: readonly string[],
): EntityDraft['link'] | undefined {
  const linked = entityType.parents.find(({ link }) => link);
  if (!linked?.link || parentFqn === undefined) return undefined;
  return { property: linked.property, text: linked.link.render(parentFqn, between) };
}
