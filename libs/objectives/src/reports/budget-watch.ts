import type { Condition } from '@app/catalog';
import { DAY } from '@app/common';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { NotifiedBudgets } from '../document/objective';
import {
  ObjectiveRepository,
  type ContractKeys,
  type FinishedLook,
  type ListedObjectives,
  type OpenObjectives,
  type TakenObjectives,
} from '../document/objective.repository';
import { AttainmentReader, type JudgedContract, type LastingAttainment } from '../evidence/attainment-reader';
import { budgetState, budgetTransitions, type BudgetState, type BudgetTransitions } from './budget-transitions';

/** A contract with the budgets of all its objectives now, in their order. */
export interface WatchedContract {
  readonly contract: ListedObjectives;
  readonly budgets: readonly BudgetState[];
}

export interface BurningState {
  /** FQN of a contract that burns; null: it does not. */
  readonly burning: string | null;
  /** Until when that is so without new evidence, in epoch ms; Infinity: for ever. */
  readonly until: number;
}

/** Contracts of which the last look does not say what is so. */
export interface OpenContracts {
  /** All of them, bigints in decimal. */
  readonly nodes: readonly string[];
  /** Those that are live, as they are. */
  readonly judged: readonly WatchedContract[];
}

/** A contract with the notices that its budgets call for. */
export interface ChangedContract extends BudgetTransitions {
  readonly contract: TakenObjectives;
}

export interface DueBudgets {
  readonly turned: readonly ChangedContract[];
  /** Findings of each look, once people are notified of these. */
  readonly looks: readonly FinishedLook[];
  readonly hasMore: boolean;
}

/** Contracts whose evidence is read at once. */
const BLOCK = 200;

/** A contract is looked at again after that long where the worker that took it has crashed, in ms. */
const LEASE_MS = 30_000;
/** Longest time from one look to the next, in ms. */
const MOST_MS = DAY;
/** Shortest time from one look to the next without new evidence, in ms: a window may be left each second. */
const LEAST_MS = 30_000;

/**
 * Looks at what objectives come to now. The same evidence gives the same answer, so any worker may look at any time. A look says when the next one may
 * bring another answer without new evidence; new evidence makes the contract due in the transaction that writes it. What people were notified about is stored beside the
 * objectives, and moves on in the transaction of the notices.
 */
@Injectable()
export class BudgetWatch {
  constructor(
    private readonly repository: ObjectiveRepository,
    private readonly attainments: AttainmentReader,
  ) {}

  /**
   * Contracts of which the last look does not say what is so, block by block; four statements a block and less. @param visible whom they are
   * shown to; undefined: all are
   */
  async *open(at: number, visible?: Condition): AsyncGenerator<OpenContracts, void, undefined> {
    for (let after: OpenObjectives | undefined; ;) {
      const contracts = await this.repository.open(at, BLOCK, after, visible);
      const judged = await this.judged(
        contracts.filter(({ isLive }) => isLive),
        at,
      );
      yield { nodes: contracts.map(({ node }) => node), judged };
      if (contracts.length < BLOCK) return;
      after = contracts.at(-1)!;
    }
  }

  /** The budgets of contracts at an instant, in their order. */
  async judged(contracts: readonly ListedObjectives[], at: number): Promise<WatchedContract[]> {
    const attained = await this.attainments.of(contracts.map((contract) => judgedAt(contract, at)));
    return contracts.map((contract, index) => ({ contract, budgets: attained[index]!.map(budgetState) }));
  }

  /** Finds what a look would find of contracts at an instant, in their order. */
  async states(contracts: readonly ListedObjectives[], at: number): Promise<BurningState[]> {
    const attained = await this.attainments.lasting(contracts.map((contract) => judgedAt(contract, at)));
    return contracts.map((contract, index) => stateOf(contract, attained[index]!));
  }

  /** Makes contracts due: something happened to them. */
  bringForward(tx: Transaction, contracts: ContractKeys): Promise<void> {
    return this.repository.bringForward(tx, contracts);
  }

  /** Takes contracts that are due, so that workers share them. People are notified of nothing that is upcoming or has ended. */
  async due(): Promise<DueBudgets> {
    const taken = await this.repository.takeDue(LEASE_MS, BLOCK);
    const live = taken.filter(({ isLive }) => isLive);
    const attained = await this.attainments.lasting(live.map((contract) => judgedAt(contract, contract.now)));
    const looked = live.map((contract, index) => {
      const budgets = attained[index]!.map(({ attainment }) => budgetState(attainment));
      const transitions = contract.isCurrent ? budgetTransitions(budgets, contract.told) : { turns: [] };
      const look = finished(contract, attained[index]!, transitions.told ?? contract.told);
      return { contract, look, ...transitions };
    });
    const gone = taken.filter(({ isLive }) => !isLive);
    return {
      turned: looked.filter(({ told }) => told !== undefined),
      looks: [...looked.map(({ look }) => look), ...gone.map(nothingLeft)],
      hasMore: taken.length === BLOCK,
    };
  }

  /** Stores what looks have found, but for contracts to which something has happened since they were taken. */
  storeLooks(looks: readonly FinishedLook[]): Promise<void> {
    return this.repository.storeLooks(looks);
  }

  /**
   * Records what is notified in this transaction. @returns false if another worker has notified, or the objectives have changed, since the
   * check: then nothing may be sent
   */
  note(tx: Transaction, { contract, told }: ChangedContract): Promise<boolean> {
    return this.repository.noteTold(tx, contract, told ?? contract.told);
  }
}

const judgedAt = (contract: ListedObjectives, at: number): JudgedContract => ({
  ...contract,
  objectives: contract.objectives.map((objective) => ({ objective, at })),
});

function stateOf({ fqn }: ListedObjectives, lasting: readonly LastingAttainment[]): BurningState {
  const isBurning = lasting.some(({ attainment }) => budgetState(attainment).isBurning);
  return {
    burning: isBurning ? fqn : null,
    until: Math.min(Infinity, ...lasting.map(({ nextChange }) => nextChange())),
  };
}

function finished(
  contract: TakenObjectives,
  lasting: readonly LastingAttainment[],
  told: NotifiedBudgets,
): FinishedLook {
  const { node, lease, now, ahead } = contract;
  const { burning, until } = stateOf(contract, lasting);
  // What is dated at an instant counts behind it.
  const changesAt = ahead === null ? until : Math.min(until, ahead + 1);
  const instants = lasting.map(({ attainment, nextChange }) => nextChange(told[attainment.name]?.exhausted));
  const at = Math.max(now + LEAST_MS, Math.min(now + MOST_MS, changesAt, ...instants));
  return { node, lease, at, burning, until: changesAt === Infinity ? null : changesAt };
}

const nothingLeft = ({ node, lease }: TakenObjectives): FinishedLook => ({
  ...{ node, lease, at: null, burning: null, until: null },
});
