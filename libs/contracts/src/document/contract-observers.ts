import type { EntityDraft } from '@app/catalog';
import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** Hooks for dependent libraries on contracts. Called in the transaction of the change. */
export interface ContractObserver {
  /** Contracts were soft-deleted, or are about to be hard-deleted. */
  contractsDeleted?(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
  /** Contracts are about to be hard-deleted; `contractsDeleted` was called. @param top node of the entity whose deletion it is */
  contractsRemoved?(tx: Transaction, actor: Actor, nodes: readonly string[], top: string): Promise<void>;
  /** A crawl is about to delete a table, which is gone in its source. @param asset node of it */
  assetGone?(tx: Transaction, actor: Actor, asset: string): Promise<void>;
  /** Called for every write of a contract, even without changes. The draft is validated and final. */
  contractWritten?(tx: Transaction, actor: Actor, draft: EntityDraft, isNew: boolean): Promise<void>;
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

  async contractsRemoved(...removal: Parameters<NonNullable<ContractObserver['contractsRemoved']>>): Promise<void> {
    for (const observer of this.observers) await observer.contractsRemoved?.(...removal);
  }

  async assetGone(tx: Transaction, actor: Actor, asset: string): Promise<void> {
    for (const observer of this.observers) await observer.assetGone?.(tx, actor, asset);
  }

  async contractWritten(tx: Transaction, actor: Actor, draft: EntityDraft, isNew: boolean): Promise<void> {
    for (const observer of this.observers) await observer.contractWritten?.(tx, actor, draft, isNew);
  }
}
