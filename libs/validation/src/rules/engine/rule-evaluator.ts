import { LogicEngine } from 'json-logic-engine';
import { CUSTOM_OPERATORS } from '../rule-operator';
import type { CompiledRule } from '../rule-compiler';
import type { Subject } from './custom-operation';
import { CUSTOM_OPERATIONS } from './custom-operation';
import type { Engine } from './engine-type';
import { isTruthy } from './engine-type';
import { LIST_OPERATIONS } from './list-operation';
import { RuleError } from './rule-error';
import { explain } from './rule-explanation';
import { VALUE_OPERATIONS } from './value-operation';

/** A rule judged on one asset; `reason` stands exactly where it did not pass. */
export type RuleOutcome = { readonly passed: true } | { readonly passed: false; readonly reason: string };

/**
 * Evaluates compiled rules, which know no operator but ours. It interprets: no code is made from a rule. It has no limit of
 * time or memory, so it runs in the rule threads, and elsewhere only in tests.
 */
export class RuleEvaluator {
  private readonly engine: Engine;
  private subject: Subject = { asset: null, now: 0 };

  constructor() {
    const engine = new LogicEngine({}, { disableInline: true, disableInterpretedOptimization: true });
    // Without a prototype: an operator such as `constructor` is not there, even for logic that was never checked.
    engine.methods = Object.assign(Object.create(null), VALUE_OPERATIONS, LIST_OPERATIONS, this.customOperations());
    engine.truthy = isTruthy;
    this.engine = engine;
  }

  /** Passes only on the boolean true. A rule that cannot be evaluated does not pass, and says why. */
  evaluate({ logic }: Pick<CompiledRule, 'logic'>, subject: Subject): RuleOutcome {
    this.subject = subject;
    try {
      const value = this.engine.run(logic, subject.asset);
      if (value === true) return { passed: true };
      return {
        passed: false,
        reason: explain(logic, value, (part, data = subject.asset) => this.engine.run(part, data)),
      };
    } catch (error) {
      return { passed: false, reason: `could not be evaluated: ${wordsOf(error)}` };
    }
  }

  private customOperations(): Record<string, (args: readonly unknown[]) => unknown> {
    const bound = CUSTOM_OPERATORS.map((name) => {
      return [name, (args: readonly unknown[]) => CUSTOM_OPERATIONS[name](args, this.subject)] as const;
    });
    return Object.fromEntries(bound);
  }
}

function wordsOf(error: unknown): string {
  if (error instanceof RuleError) return error.message;
  if (error instanceof RangeError) return 'it is nested too deeply or makes a value that is too large';
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  return typeof type === 'string' ? type.toLowerCase() : 'its operators do not fit the values they are given';
}
