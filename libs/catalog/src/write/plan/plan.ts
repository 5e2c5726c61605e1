import { AppError, TimeSlice } from '@app/common';
import type { EntityType } from '../../definition/entity-type';
import type { EntityDocument } from '../../definition/entity-document';
import type { EntityDraft } from '../entity-draft';
import type { EntityUpdate } from '../entity-update';
import type { NextBody } from './body';
import { comparedDraft, describedUpdate, isWholeChange, requirePermitted, type PureBehaviour } from './change';
import { heldDraft } from './held-draft';
import type { WriterRights } from './rights';

/** An entity as it is changed: its document, and attributes of it alone. */
export interface AttributesPlan {
  readonly kind: 'attributes';
  readonly update: EntityUpdate;
  /** The document, with all fields, that it was planned on. */
  readonly current: EntityDocument;
}

/** A new entity that refers to nothing but its parent. */
export interface CreationPlan {
  readonly kind: 'creation';
  readonly draft: EntityDraft;
}

/**
 * The outcome of a write, as far as it follows from the entity as it was read, the request and the rights of its sender.
 *
 * - none: the entity stays as it is
 * - attributes: its row, its previous state and an event are written, and what a read shows then is known
 * - creation: its row and an event are written
 * - structure: more is written, or has to be looked up: references, labels, names, parents, rows of a behaviour
 * - refusal: of the entity as it was read
 */
export type Plan =
  | { readonly kind: 'none' }
  | AttributesPlan
  | CreationPlan
  | { readonly kind: 'structure' }
  | { readonly kind: 'refusal'; readonly error: AppError };

export const STRUCTURE: Plan = { kind: 'structure' };

/** The further effects of a change, beside writing it. */
export interface Surroundings {
  readonly behaviour: PureBehaviour;
  /** Whether an observer has to be notified of the change in its transaction. */
  readonly concerns: (update: EntityUpdate) => boolean;
}

/** A refusal that is thrown while planning is the plan. */
export async function planned(work: () => Promise<Plan>): Promise<Plan> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof AppError) return { kind: 'refusal', error };
    throw error;
  }
}

export async function planOf(
  entityType: EntityType,
  next: NextBody,
  rights: WriterRights,
  { behaviour, concerns }: Surroundings,
): Promise<Plan> {
  const { locked, current } = next;
  const slice = new TimeSlice();
  const draft = await heldDraft(entityType, next, slice);
  await slice.turn();
  // The name or the parent changes.
  if (!draft || draft.fqn !== locked.fqn) return STRUCTURE;
  const compared = await comparedDraft(draft, current, behaviour, slice);
  if (!compared) return { kind: 'none' };
  if (compared.unshown.length > 0) return STRUCTURE;
  requirePermitted(compared, rights);
  const update = await describedUpdate(compared, locked, behaviour, slice);
  return isWholeChange(update, behaviour) && !concerns(update) ? { kind: 'attributes', update, current } : STRUCTURE;
}
