import type { Actor } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';

/** A hook for dependent libraries on teams, called in the transaction of the change. It may refuse the deletion. */
export interface TeamObserver {
  /** Teams were soft-deleted, or are about to be hard-deleted. */
  teamsDeleted(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void>;
}

@Injectable()
export class TeamObservers {
  private readonly observers: TeamObserver[] = [];

  register(observer: TeamObserver): void {
    this.observers.push(observer);
  }

  async teamsDeleted(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<void> {
    for (const observer of this.observers) await observer.teamsDeleted(tx, actor, nodes);
  }
}
