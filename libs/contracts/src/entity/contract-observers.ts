import type { EntityDraft } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** What hangs on contracts in the libraries above. Called in the transaction of the change. */
export interface ContractObserver {
  /** Contracts were soft-deleted, or are about to be removed for good. */
  contractsDeleted?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  /** A contract is written, also where the write changed nothing of it. The draft is checked and in its final form. */
  contractWritten?(tx: Transaction, draft: EntityDraft, isNew: boolean): Promise<void>;
}

@Injectable()
export class ContractObservers {
  private readonly observers: ContractObserver[] = [];

  register(observer: ContractObserver): void {
    this.observers.push(observer);
  }

  async contractsDeleted(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    for (const observer of this.observers) await observer.contractsDeleted?.(tx, actor, nodes);
  }

  async contractWritten(tx: Transaction, draft: EntityDraft, isNew: boolean): Promise<void> {
    for (const observer of this.observers) await observer.contractWritten?.(tx, draft, isNew);
  }
}
