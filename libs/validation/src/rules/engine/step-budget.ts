import { StepsSpent } from './steps-spent';

/** Characters of a text that an operator goes through in one step. */
const CHARACTERS_A_STEP = 64;

/** What one rule may take: twenty operators on each of 10,000 columns are a tenth of it. */
export const MOST_STEPS = 2_000_000;

/**
 * Counts what a rule does: each part of it that is evaluated is a step, as often as it is evaluated, and so is each item of a
 * list that an operator goes through. Unlike the time that a rule takes, it is the same on every machine at every load.
 */
export class StepBudget {
  private left = 0;
  private most = 0;

  /** From here on there are `most` steps. */
  begin(most: number): void {
    this.most = most;
    this.left = most;
  }

  /** @throws {StepsSpent} where there are fewer left */
  spend(steps: number): void {
    this.left -= steps;
    if (this.left < 0) throw new StepsSpent(`took more than ${this.most} steps`);
  }
}

/** The steps of an operator that goes once through each of its arguments. */
export function stepsThrough(args: readonly unknown[]): number {
  let steps = 0;
  for (const arg of args) {
    if (Array.isArray(arg)) steps += arg.length;
    else if (typeof arg === 'string') steps += Math.floor(arg.length / CHARACTERS_A_STEP);
  }
  return steps;
}

/** The steps of an operator that seeks each item of the one list in the other. */
export function stepsOfPairs([a, b]: readonly unknown[]): number {
  return Array.isArray(a) && Array.isArray(b) ? a.length * b.length : stepsThrough([a, b]);
}
