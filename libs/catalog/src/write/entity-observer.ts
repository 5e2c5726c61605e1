import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDocument } from '../definition/entity-document';
import type { EntityDraft } from './entity-draft';

/** Hooks for dependent libraries on entities of any type. */
export interface EntityObserver {
  /** Whether `changed` would do anything, as far as the documents show. */
  concerns(draft: EntityDraft, previous: EntityDocument): boolean;
  /** A stored entity was changed; called in the transaction of the change. `previous` is the document before the change. */
  changed(tx: Transaction, actor: Actor, draft: EntityDraft, previous: EntityDocument): Promise<void>;
}

/** Observers of all types; a library registers its own in its module initialisation. */
@Injectable()
export class EntityObservers {
  private readonly observers: EntityObserver[] = [];

  register(observer: EntityObserver): void {
    this.observers.push(observer);
  }

  /** Whether the change must be reported within its transaction. */
  concerns(draft: EntityDraft, previous: EntityDocument): boolean {
    return this.observers.some((observer) => observer.concerns(draft, previous));
  }

  async changed(tx: Transaction, actor: Actor, draft: EntityDraft, previous: EntityDocument): Promise<void> {
    for (const observer of this.observers)
      if (observer.concerns(draft, previous)) await observer.changed(tx, actor, draft, previous);
  }
}
