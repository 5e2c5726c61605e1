import { LogicEngine } from 'json-logic-engine';
import { CUSTOM_OPERATORS } from '../rule-operator';
import type { CompiledRule } from '../rule-compiler';
import { CUSTOM_OPERATIONS, judgedAsset, type Subject } from './custom-operation';
import { isTruthy, type Engine } from './engine-type';
import { LIST_OPERATIONS } from './list-operation';
import { RuleError } from './rule-error';
import { explain } from './rule-explanation';
import { MOST_STEPS, StepBudget, stepsOfPairs, stepsThrough } from './step-budget';
import { StepsSpent } from './steps-spent';
import { valueText } from './value-text';
import { VALUE_OPERATIONS } from './value-operation';

/** Outcome of a rule on one asset; `reason` is present exactly if it did not pass. */
export type RuleOutcome = { readonly passed: true } | { readonly passed: false; readonly reason: string };

type Operation = (args: readonly unknown[], context: unknown) => unknown;

/**
 * Evaluates compiled rules with our own operators only. It interprets: no code is generated from a rule. It counts
 * steps but limits neither time nor memory, so outside tests it runs only in the rule threads.
 */
export class RuleEvaluator {
  private readonly engine: Engine;
  private readonly budget = new StepBudget();
  private subject: Subject = { asset: null, now: 0 };

  constructor() {
    const engine = new CountingEngine(this.budget);
    const counted = Object.entries({ ...VALUE_OPERATIONS, ...this.customOperations() }).map(([name, operation]) => {
      return [name, this.counted(operation, name === 'contains' ? stepsOfPairs : stepsThrough)] as const;
    });
    // Without a prototype: operators such as `constructor` do not exist, even for logic that was never checked.
    engine.methods = Object.assign(Object.create(null), Object.fromEntries(counted), LIST_OPERATIONS);
    engine.truthy = isTruthy;
    this.engine = engine;
  }

  /**
   * Passes only for the boolean true. A rule that cannot be evaluated, or exceeds `steps`, fails with a reason.
   * Computing the reason of a failed rule may take the same number of steps again.
   */
  evaluate({ logic }: Pick<CompiledRule, 'logic'>, { asset, now }: Subject, steps = MOST_STEPS): RuleOutcome {
    const subject = { asset: judgedAsset(asset), now };
    this.subject = subject;
    try {
      this.budget.begin(steps);
      const value = this.engine.run(logic, subject.asset);
      if (value === true) return { passed: true };
      this.budget.begin(steps);
      return { passed: false, reason: this.reasonFor(logic, value) };
    } catch (error) {
      if (error instanceof StepsSpent) return { passed: false, reason: error.message };
      return { passed: false, reason: `could not be evaluated: ${wordsOf(error)}` };
    }
  }

  /** Re-evaluates each part of the rule; if this exceeds the budget, the reason shows only the resulting value. */
  private reasonFor(logic: unknown, value: unknown): string {
    try {
      return explain(logic, value, (part, data = this.subject.asset) => this.engine.run(part, data));
    } catch (error) {
      if (error instanceof StepsSpent) return `evaluated to ${valueText(value)}`;
      throw error;
    }
  }

  private counted(operation: Operation, steps: (args: readonly unknown[]) => number): Operation {
    return (args, context) => {
      this.budget.spend(steps(args));
      return operation(args, context);
    };
  }

  private customOperations(): Record<string, Operation> {
    const bound = CUSTOM_OPERATORS.map((name) => {
      return [name, (args: readonly unknown[]) => CUSTOM_OPERATIONS[name](args, this.subject)] as const;
    });
    return Object.fromEntries(bound);
  }
}

/** Every evaluated part of a rule passes through `run`. */
class CountingEngine extends LogicEngine {
  constructor(private readonly budget: StepBudget) {
    super({}, { disableInline: true, disableInterpretedOptimization: true });
  }

  override run(logic: unknown, data?: unknown, options?: { above?: unknown[] }): unknown {
    this.budget.spend(1);
    return super.run(logic, data, options);
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RuleError) return error.message;
  if (error instanceof RangeError) return 'it is nested too deeply or makes a value that is too large';
  const type = (error as { readonly type?: unknown } | undefined)?.type;
  return typeof type === 'string' ? type.toLowerCase() : 'its operators do not fit the values they are given';
}
