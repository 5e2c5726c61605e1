import type { Condition } from '@app/catalog';
import { Injectable } from '@nestjs/common';
import type { Attainment } from '../attainment/attainment';
import { ObjectiveRepository, type ListedObjectives } from '../document/objective.repository';
import { AttainmentReader } from '../evidence/attainment-reader';

/** State of the error budget of an objective. */
interface BudgetState {
  readonly attainment: Attainment;
  /** Whether one of its alerts says that the budget is used up too fast. */
  readonly isBurning: boolean;
  /** Whether nothing of the budget of its window is left. */
  readonly isExhausted: boolean;
}

/** A contract with the budgets of all its objectives now, in their order. */
export interface WatchedContract {
  readonly contract: ListedObjectives;
  readonly budgets: readonly BudgetState[];
}

/** Contracts whose evidence is read at once. */
const BLOCK = 200;

/**
 * Looks at what objectives come to now, over all contracts that have some. Nothing is kept between two looks: the same evidence gives the same answer,
 * so any worker may look at any time. What was told before is for whoever tells it to remember.
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
      const judged = contracts.map((contract) => ({
        ...contract,
        objectives: contract.objectives.map((objective) => ({ objective, at })),
      }));
      const attained = await this.attainments.of(judged);
      yield contracts.map((contract, place) => ({ contract, budgets: attained[place]!.map(stateOf) }));
      if (contracts.length < BLOCK) return;
      after = contracts.at(-1)!.fqn;
    }
  }
}

function stateOf(attainment: Attainment): BudgetState {
  const { burn, exhaustedAt, to } = attainment;
  return {
    attainment,
    isBurning: burn.some(({ burning }) => burning),
    // A forecast is never before the moment of the look.
    isExhausted: exhaustedAt !== undefined && exhaustedAt < to,
  };
}
