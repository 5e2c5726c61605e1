import { compileRule } from './rule-compiler';

/** What is wrong with a semantics rule, as it is said when a contract is written; null where it can be run. */
export function ruleFault(rule: unknown): string | null {
  const outcome = compileRule(rule);
  return outcome.ok ? null : outcome.message;
}
