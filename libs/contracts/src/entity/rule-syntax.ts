import { Injectable } from '@nestjs/common';
import type { CheckRule } from '../promises/part-faults';

/** Validation of semantics rules. The rule engine is in a dependent library, which registers its check here. */
@Injectable()
export class RuleSyntax {
  private registered: CheckRule | undefined;

  register(check: CheckRule): void {
    this.registered = check;
  }

  /** The error of a rule, or null. Throws if no engine is registered: no rule is stored without validation. */
  readonly check: CheckRule = (rule) => {
    if (!this.registered) throw new Error('no rule engine is registered');
    return this.registered(rule);
  };
}
