import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDraft, WriteOptions } from './entity-draft';
import type { EntityDocument } from '../definition/entity-document';

/** Type-specific logic beyond storage. Methods with a transaction parameter run in the transaction of the write. */
export interface EntityBehaviour {
  /** Inspects the raw body of a POST or PUT before validation: extracts what is not stored, such as a password. */
  received?(actor: Actor, body: Record<string, unknown>): ReceivedBody;
  /** The error of a POST with an existing name, if the type has a more specific one. */
  taken?(draft: EntityDraft, byLive: boolean): Error | undefined;
  /** Normalises the draft and validates it against the database. `previous` is the stored document, absent for a new entity. */
  prepare?(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void>;
  /**
   * Lets a permitted write pass, before any of it is written; or changes the draft, and names the rule in it; or throws a `PendingWrite`. Not
   * asked in an ungated context.
   */
  gate?(tx: Transaction, actor: Actor, draft: EntityDraft, change?: GatedChange): Promise<void>;
  /** `gate` of a deletion. */
  gateRemoval?(tx: Transaction, actor: Actor, removal: GatedRemoval): Promise<void>;
  /** Names of changed members that no document shows, such as a password. */
  unshown?(draft: EntityDraft): readonly string[];
  /** Whether the change breaks consumers of the entity: its version increases by 1.0. Default: decided by columns. */
  isBreaking?(previous: EntityDocument, next: EntityDocument, draft: EntityDraft): boolean;
  /** After the rows of the entity are written. */
  written?(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void>;
  /** Called when entities of the type were soft-deleted or restored, or are about to be hard-deleted. */
  hidden?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  restored?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  /** @param top node of the entity whose deletion it is */
  removing?(tx: Transaction, actor: Actor, nodes: readonly string[], top: string): Promise<void>;
}

/** The locked row of an entity whose write is judged. */
export interface GatedEntity {
  readonly node: string;
  readonly id: string;
  readonly fqn: string;
  /** In tenths. */
  readonly version: number;
  /** The node whose deletion hid it, or null. */
  readonly deleted_by: string | null;
}

/** A change of a locked entity: its documents before and after, without inherited values. */
export interface GatedChange {
  readonly locked: GatedEntity;
  readonly previous: EntityDocument;
  readonly next: EntityDocument;
  /** The document before, as it is answered with all fields. */
  readonly current: EntityDocument;
  /** Names of the members that differ. */
  readonly changed: readonly string[];
}

/** A deletion of a locked entity that is not deleted. */
export interface GatedRemoval {
  readonly locked: GatedEntity;
  readonly current: EntityDocument;
  readonly hardDelete: boolean;
  readonly options: WriteOptions;
}

/** A body without data that is not stored, and the data passed on to the behaviour as `draft.unstored`. */
export interface ReceivedBody {
  readonly body: Record<string, unknown>;
  readonly unstored?: unknown;
}

/** Behaviours by type; a library registers those of its types in its module initialisation. */
@Injectable()
export class EntityBehaviours {
  // eslint-disable-next-line house/no-learned-ways -- filled while the process starts
  private readonly byType = new Map<string, EntityBehaviour>();

  register(type: string, behaviour: EntityBehaviour): void {
    if (this.byType.has(type)) throw new Error(`The entity type ${type} has two behaviours`);
    this.byType.set(type, behaviour);
  }

  of(type: string): EntityBehaviour {
    return this.byType.get(type) ?? {};
  }
}
