import { bindsAt, type DatedContract } from '@app/contracts';

/** A user as an answer names it; without an id where only the name is known. */
export interface Person {
  readonly id?: string;
  readonly name: string;
}

/** A state of a contract: when it began, in epoch ms. Of a state that is read with its document the rest is there as well. */
export interface ContractState extends DatedContract {
  readonly version: number;
  readonly updatedAt: number;
}

/**
 * The last state in force when the next one was written: the authors of later states wrote the changes from it.
 *
 * @param states by version, the present one last
 */
export function lastBinding(states: readonly ContractState[]): ContractState | undefined {
  return states.findLast((state, i) => {
    const next = states[i + 1];
    return next !== undefined && bindsAt(state, next.updatedAt);
  });
}

/** Whether a state follows from another by a decision of a review: that makes no user an author. */
export function isDecision(before: DatedContract, after: DatedContract): boolean {
  return before.entityStatus === 'In Review' && DECIDED.has(after.entityStatus);
}

const DECIDED: ReadonlySet<unknown> = new Set(['Active', 'Approved', 'Rejected']);
