import { jsonBytesUpTo } from '@app/common';
import { instant } from './engine/custom-operation';
import { compilePattern } from './engine/pattern';
import { CUSTOM_OPERATORS, STANDARD_OPERATORS, isOperator } from './rule-operator';

/** An executable rule: every object in it has one known operator, whose arguments are a list. */
export interface CompiledRule {
  readonly logic: unknown;
  /** `logic` as JSON: sent to the thread and used as its cache key. */
  readonly text: string;
}

export type CompileOutcome =
  { readonly ok: true; readonly rule: CompiledRule } | { readonly ok: false; readonly message: string };

export const RULE_BYTES = 64 * 1024;
export const RULE_DEPTH = 64;

class Refusal extends Error {}

/**
 * Validates a semantics rule (an object or a JSON string) when a contract is written: valid JSON, at most 64 KiB and
 * 64 levels, known operators only, patterns that compile, readable times. A literal is also a rule. An error states the problem, its
 * location and what is allowed.
 */
export function compileRule(rule: unknown): CompileOutcome {
  try {
    const given = typeof rule === 'string' ? parsed(rule) : rule;
    // Before it is read: a body may contain a rule of 10 MiB. What comes as a text is small by now.
    if (typeof rule !== 'string' && jsonBytesUpTo(given, RULE_BYTES) > RULE_BYTES) throw tooLarge();
    const logic = normalised(given, '', 1);
    const text = JSON.stringify(logic);
    assertSize(text);
    return { ok: true, rule: { logic, text } };
  } catch (error) {
    if (error instanceof Refusal) return { ok: false, message: error.message };
    throw error;
  }
}

/** The error of a semantics rule, as reported when a contract is written; null if it can be run. */
export function ruleFault(rule: unknown): string | null {
  const outcome = compileRule(rule);
  return outcome.ok ? null : outcome.message;
}

function parsed(rule: string): unknown {
  assertSize(rule);
  if (rule.trim() === '')
    throw new Refusal('the rule is empty: leave it out, or give JSON-logic such as {"!!": {"var": "owners"}}');
  try {
    return JSON.parse(rule);
  } catch (error) {
    // The message quotes only a few characters of the text.
    throw new Refusal(`the rule is a text that is not JSON (${(error as SyntaxError).message})`);
  }
}

function assertSize(text: string): void {
  const bytes = Buffer.byteLength(text);
  if (bytes > RULE_BYTES) throw new Refusal(`the rule has ${bytes} bytes, at most ${RULE_BYTES} are allowed`);
}

function tooLarge(): Refusal {
  return new Refusal(`the rule has too many bytes, at most ${RULE_BYTES} are allowed`);
}

function normalised(value: unknown, path: string, depth: number): unknown {
  if (depth > RULE_DEPTH) throw new Refusal(`the rule is nested more than ${RULE_DEPTH} levels deep`);
  if (Array.isArray(value)) return value.map((item, index) => normalised(item, `${path}[${index}]`, depth + 1));
  if (typeof value === 'object' && value !== null) return operation(value as Record<string, unknown>, path, depth);
  if (value === null || ['string', 'number', 'boolean'].includes(typeof value)) return value;
  throw new Refusal(`a rule must be JSON-logic, and there is ${typeof value}${at(path)}`);
}

/** Expands `{"!!": x}` to `{"!!": [x]}`, the only form the engine accepts. An empty object is a literal. */
function operation(value: Record<string, unknown>, path: string, depth: number): unknown {
  const operators = Object.keys(value);
  const [operator] = operators;
  if (operator === undefined) return {};
  if (operators.length > 1) {
    throw new Refusal(
      `an operation has one operator, and there are ${operators.length}${at(path)}: ${named(operators)}`,
    );
  }
  if (!isOperator(operator)) {
    const allowed = [...STANDARD_OPERATORS, ...CUSTOM_OPERATORS].join(', ');
    throw new Refusal(`unknown operator ${named([operator])}${at(path)}; allowed are ${allowed}`);
  }
  const inside = path === '' ? operator : `${path}.${operator}`;
  const given = value[operator];
  const list = Array.isArray(given) ? given : [given];
  const args = list.map((item, index) =>
    normalised(item, Array.isArray(given) ? `${inside}[${index}]` : inside, depth + 1),
  );
  if (operator === 'matchesRegex') assertPattern(args, inside);
  if (operator === 'isUpdatedBefore' || operator === 'isUpdatedAfter') assertTime(operator, args, inside);
  return { [operator]: args };
}

function assertPattern(args: readonly unknown[], path: string): void {
  const [, pattern] = args;
  if (args.length !== 2)
    throw new Refusal(`matchesRegex takes a text and a pattern, and has ${args.length} arguments${at(path)}`);
  if (typeof pattern === 'object' && pattern !== null) return; // A computed pattern is checked at run time.
  const compiled = compilePattern(pattern);
  if (!compiled.ok) throw new Refusal(`${compiled.message}${at(path)}`);
}

/** Asserts a time: anything else would be true for no asset, and its negation for all. */
function assertTime(operator: string, args: readonly unknown[], path: string): void {
  const [time] = args;
  if (typeof time === 'object' && time !== null) return; // A computed time is read at run time.
  if (instant(time, 0) !== undefined) return;
  throw new Refusal(
    `${operator} takes a time${at(path)}: epoch milliseconds, an ISO 8601 time such as 2026-01-31, or a duration back from now such as P7D`,
  );
}

function named(names: readonly string[]): string {
  const shown = names.slice(0, 5).map((name) => JSON.stringify(name.length > 60 ? `${name.slice(0, 60)}…` : name));
  return shown.join(', ') + (names.length > 5 ? ' …' : '');
}

function at(path: string): string {
  return path === '' ? '' : ` at ${path.length > 200 ? `${path.slice(0, 200)}…` : path}`;
}
