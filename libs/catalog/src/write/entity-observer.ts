import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { EntityDocument } from './entity-behaviour';
import type { EntityDraft } from './entity-draft';

/** Hooks for dependent libraries on entities of any type. */
export interface EntityObserver {
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

  async changed(tx: Transaction, actor: Actor, draft: EntityDraft, previous: EntityDocument): Promise<void> {
    for (const observer of this.observers) await observer.changed(tx, actor, draft, previous);
  }
}
