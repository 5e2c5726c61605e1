import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDraft } from './entity-draft';

/** What a type does beside being stored. What takes a transaction runs in that of the write. */
export interface EntityBehaviour {
  /** Looks at the raw body of a POST or PUT before it is checked: takes out what is not stored, such as a password. */
  received?(actor: Actor, body: Record<string, unknown>): ReceivedBody;
  /** What a POST is told whose name is taken, where the type has a better word for it. */
  taken?(draft: EntityDraft, byLive: boolean): Error | undefined;
  /** Normalises and checks the draft against the database. `previous` is the document as it was, absent for a new entity. */
  prepare?(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void>;
  /** Names of what the body changes and no document shows, such as a password. */
  unshown?(draft: EntityDraft): readonly string[];
  /** Whether the change breaks those who rely on the entity: its version rises by 1.0. Default: columns decide. */
  isBreaking?(previous: EntityDocument, next: EntityDocument): boolean;
  /** After the rows of the entity are written. */
  written?(tx: Transaction, actor: Actor, draft: EntityDraft, previous?: EntityDocument): Promise<void>;
  /** These entities of the type were soft-deleted, restored, or are about to be removed for good. */
  hidden?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  restored?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  removing?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  /** After the transaction of a write to an entity of the type was committed. */
  committed?(): void;
}

/** A body without what is not stored, and what the behaviour wants to find again as `draft.kept`. */
export interface ReceivedBody {
  readonly body: Record<string, unknown>;
  readonly kept?: unknown;
}

/** The document of an entity, as an answer with all fields has it. */
export type EntityDocument = Record<string, unknown>;

/** Behaviours by type; a library registers those of its types when its module starts. */
@Injectable()
export class EntityBehaviours {
  private readonly byType = new Map<string, EntityBehaviour>();

  register(type: string, behaviour: EntityBehaviour): void {
    if (this.byType.has(type)) throw new Error(`The entity type ${type} has two behaviours`);
    this.byType.set(type, behaviour);
  }

  of(type: string): EntityBehaviour {
    return this.byType.get(type) ?? {};
  }
}
