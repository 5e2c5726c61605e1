import { labelKey, labelsIn } from '../document/tag-label';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityDraft } from './entity-draft';

/** The row of an entity that a write is to change: locked, or as it was read with its version. */
export interface LockedEntity {
  readonly node: string;
  readonly id: string;
  readonly name: string;
  readonly fqn: string;
  readonly parent: string | null;
  readonly root: string | null;
  version: number;
  readonly updated_at: string;
  /** The node whose deletion hid it, or null. */
  readonly deleted_by: string | null;
  /** Ids of its owners, if read together with the row. */
  readonly owner_ids?: readonly string[] | null;
}

/** An entity locked by id, with its owners. */
export interface LockedOfType extends LockedEntity {
  readonly type: string;
  readonly owner_ids: readonly string[];
}

/** A stored entity that a write is to change: its row and its document with all fields. */
export interface StoredEntity {
  readonly locked: LockedEntity;
  readonly current: EntityDocument;
}

/** A draft of an existing entity, with its previous state, its new version and the relations whose rows are rewritten. */
export interface EntityUpdate {
  readonly draft: EntityDraft;
  readonly locked: LockedEntity;
  /** The document as stored, without inherited values. */
  readonly previous: EntityDocument;
  /** In tenths. */
  readonly version: number;
  readonly changedRelations: readonly string[];
  /** Updates of the entity before this one that are written with it, oldest first: of attributes only. Their states go to the history. */
  readonly earlier?: readonly EntityUpdate[];
}

/** Whether the rows of its labels are written anew. */
export function hasOtherLabels({ draft: { entityType, attributes }, earlier, ...last }: EntityUpdate): boolean {
  const { previous } = earlier?.[0] ?? last;
  const keys = (document: Readonly<Record<string, unknown>>): string =>
    labelsIn(entityType, document).map(labelKey).sort().join('\n');
  return keys(attributes) !== keys(previous);
}
