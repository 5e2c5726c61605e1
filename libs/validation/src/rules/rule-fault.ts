import { compileRule } from './rule-compiler';

/** The error of a semantics rule, as reported when a contract is written; null if it can be run. */
export function ruleFault(rule: unknown): string | null {
  const outcome = compileRule(rule);
  return outcome.ok ? null : outcome.message;
}
