import { StepsSpent } from './steps-spent';

/** Characters of a text that an operator processes per step. */
const CHARACTERS_A_STEP = 64;

/** Maximum steps of one rule: twenty operators on each of 10,000 columns take a tenth of it. */
export const MOST_STEPS = 2_000_000;

/**
 * Counts the work of a rule: each evaluation of a part is a step, and so is each list item that an operator
 * processes. Unlike elapsed time, the count is independent of machine and load.
 */
export class StepBudget {
  private left = 0;
  private most = 0;

  /** Resets the budget to `most` steps. */
  begin(most: number): void {
    this.most = most;
    this.left = most;
  }

  /** @throws {StepsSpent} if fewer steps are left */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new StepsSpent(`took more than ${this.most} steps`);
  }
}

/** Steps of an operator that processes each of its arguments once. */
export function stepsThrough(args: readonly unknown[]): number {
  let steps = 0;
  for (const arg of args) {
    if (Array.isArray(arg)) steps += arg.length;
    else if (typeof arg === 'string') steps += Math.floor(arg.length / CHARACTERS_A_STEP);
  }
  return steps;
}

/** Steps of an operator that searches each item of one list in the other. */
export function stepsOfPairs([a, b]: readonly unknown[]): number {
  return Array.isArray(a) && Array.isArray(b) ? a.length * b.length : stepsThrough([a, b]);
}
