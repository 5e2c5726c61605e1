import type { Condition } from '@app/catalog';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { ObjectiveRepository, type ListedObjectives, type WatchedObjectives } from '../document/objective.repository';
import { AttainmentReader } from '../evidence/attainment-reader';
import { budgetState, budgetTurns, type BudgetState, type BudgetTurns } from './budget-turns';

/** A contract with the budgets of all its objectives now, in their order. */
export interface WatchedContract {
  readonly contract: ListedObjectives;
  readonly budgets: readonly BudgetState[];
}

/** A contract with the notices that its budgets call for. */
export interface TurnedContract extends BudgetTurns {
  readonly contract: WatchedObjectives;
}

/** Contracts whose evidence is read at once. */
const BLOCK = 200;

/**
 * Longest time from one look at the budgets of a contract to the next, in ms: half a minute, so that there is one within a minute as well where
 * the worker that took the contract has crashed.
 */
const LOOK_MS = 30_000;

/**
 * Looks at what objectives come to now, over all contracts that have some. The same evidence gives the same answer, so any worker may look at any
 * time. What people were notified about is kept beside the objectives, and moves on in the transaction of the notices.
 */
@Injectable()
export class BudgetWatch {
  constructor(
    private readonly repository: ObjectiveRepository,
    private readonly attainments: AttainmentReader,
  ) {}

  /** Block by block, by FQN; three statements a block and less. @param visible whom they are shown to; undefined: all are */
  async *blocks(visible?: Condition): AsyncGenerator<WatchedContract[], void, undefined> {
    const at = await this.repository.now();
    for (let after = ''; ;) {
      const contracts = await this.repository.page(after, BLOCK, visible);
      const budgets = await this.budgets(contracts, () => at);
      yield contracts.map((contract, place) => ({ contract, budgets: budgets[place]! }));
      if (contracts.length < BLOCK) return;
      after = contracts.at(-1)!.fqn;
    }
  }

  /** Takes contracts that nobody has taken for half a minute, so that workers share them. Upcoming and ended ones are left out. */
  async due(): Promise<{ readonly turned: TurnedContract[]; readonly hasMore: boolean }> {
    const contracts = await this.repository.takeDue(LOOK_MS, BLOCK);
    return { turned: await this.turned(contracts), hasMore: contracts.length === BLOCK };
  }

  /** Looks at contracts that have objectives, and are neither upcoming nor ended. @param ids of contracts */
  async of(ids: readonly string[]): Promise<TurnedContract[]> {
    return this.turned(await this.repository.watched(ids));
  }

  /** Notes what is told in this transaction. @returns false where others have told, or changed the objectives, since the look: then nothing may be told */
  note(tx: Transaction, { contract, told }: TurnedContract): Promise<boolean> {
    return this.repository.noteTold(tx, contract, told ?? contract.told);
  }

  /** Keeps those alone with something to note. */
  private async turned(contracts: readonly WatchedObjectives[]): Promise<TurnedContract[]> {
    const budgets = await this.budgets(contracts, ({ now }) => now);
    return contracts
      .map((contract, place) => ({ contract, ...budgetTurns(budgets[place]!, contract.told) }))
      .filter(({ told }) => told !== undefined);
  }

  private async budgets<Contract extends ListedObjectives>(
    contracts: readonly Contract[],
    momentOf: (contract: Contract) => number,
  ): Promise<BudgetState[][]> {
    const judged = contracts.map((contract) => ({
      ...contract,
      objectives: contract.objectives.map((objective) => ({ objective, at: momentOf(contract) })),
    }));
    return (await this.attainments.of(judged)).map((attained) => attained.map(budgetState));
  }
}
