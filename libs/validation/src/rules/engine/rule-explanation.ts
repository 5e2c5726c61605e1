import type { CustomOperator } from '../rule-operator';
import { isTruthy } from './engine-type';
import { list } from './value-operation';
import { cut, valueText } from './value-text';

/** Maximum length of the reason of a failed rule. */
export const REASON_LENGTH = 300;

type Evaluate = (logic: unknown, data?: unknown) => unknown;
type Explain = (args: readonly unknown[], evaluate: Evaluate) => string;

const COMPARISONS: Readonly<Record<string, string>> = {
  '==': 'expected',
  '===': 'expected exactly',
  '!=': 'expected anything but',
  '!==': 'expected anything but',
  '>': 'expected more than',
  '>=': 'expected at least',
  '<': 'expected less than',
  '<=': 'expected at most',
};

const NO_PARTS = 'the rule has no parts';

/** Explanations of every operator of ours but `length`, which stands inside of a comparison. */
const EXPLANATIONS: Readonly<Record<string, Explain> & Record<Exclude<CustomOperator, 'length'>, Explain>> = {
  and: (args, evaluate) =>
    args.length
      ? explainPart(
          args.find((arg) => !isTruthy(evaluate(arg))),
          evaluate,
        )
      : NO_PARTS,
  or: (args, evaluate) => (args.length ? args.map((arg) => explainPart(arg, evaluate)).join(', and ') : NO_PARTS),
  '!!': ([arg], evaluate) => seen(arg, evaluate),
  var: (args, evaluate) => seen({ var: args }, evaluate),
  '!': ([arg], evaluate) => `${phrase(arg)} is ${plain(evaluate(arg))}, expected not`,
  some: ([from, item], evaluate) => ofItems('no item of', from, item, evaluate),
  all: explainAll,
  none: ([from, item], evaluate) => ofItems('an item of', from, item, evaluate),
  in: ([item, where], evaluate) => `${seen(item, evaluate)}, expected one of ${valueText(evaluate(where))}`,
  contains: ([a, b], evaluate) => `${seen(a, evaluate)}, which does not contain ${valueText(evaluate(b))}`,
  matchesRegex: ([text, pattern], evaluate) =>
    `${seen(text, evaluate)}, which does not match ${valueText(evaluate(pattern))}`,
  isOwner: (args, evaluate) => `none of ${valueText(args.map((arg) => evaluate(arg)).flat())} is an owner`,
  isReviewer: (args, evaluate) => `none of ${valueText(args.map((arg) => evaluate(arg)).flat())} is a reviewer`,
  isUpdatedBefore: ([time], evaluate) =>
    `${seen({ var: ['updatedAt'] }, evaluate)}, expected before ${valueText(evaluate(time))}`,
  isUpdatedAfter: ([time], evaluate) =>
    `${seen({ var: ['updatedAt'] }, evaluate)}, expected after ${valueText(evaluate(time))}`,
};

/** Explains why a rule whose value is not true failed: the asset values it evaluated, in words. */
export function explain(logic: unknown, value: unknown, evaluate: Evaluate): string {
  const words = value === false || value === null ? explainPart(logic, evaluate) : undefined;
  const fallback = `evaluated to ${valueText(value)}, only true passes: ${JSON.stringify(logic)}`;
  return cut(words ?? fallback, REASON_LENGTH);
}

function explainPart(logic: unknown, evaluate: Evaluate): string {
  const [operator, args] = operationOf(logic);
  const words = COMPARISONS[operator];
  if (words !== undefined) return compare(words, args, evaluate);
  const explanation = Object.hasOwn(EXPLANATIONS, operator) ? EXPLANATIONS[operator] : undefined;
  return explanation?.(args, evaluate) ?? `evaluated to ${plain(evaluate(logic))}: ${JSON.stringify(logic)}`;
}

/** `a < b < c` has its middle as the subject. */
function compare(words: string, args: readonly unknown[], evaluate: Evaluate): string {
  const [a, b, c] = args;
  if (args.length > 2)
    return `${seen(b, evaluate)}, expected between ${valueText(evaluate(a))} and ${valueText(evaluate(c))}`;
  return `${seen(a, evaluate)}, ${words} ${valueText(evaluate(b))}`;
}

function explainAll(args: readonly unknown[], evaluate: Evaluate): string {
  const [from, item] = args;
  const items = list(evaluate(from));
  const index = items.findIndex((one) => !isTruthy(evaluate(item, one)));
  if (index < 0) return seen(from, evaluate);
  const why = explainPart(item, (logic, data) => evaluate(logic, data === undefined ? items[index] : data));
  return `in item ${index + 1} of ${phrase(from)} ${why}`;
}

function ofItems(which: string, from: unknown, item: unknown, evaluate: Evaluate): string {
  const items = evaluate(from);
  return isTruthy(items)
    ? `${which} ${phrase(from)} (${list(items).length}) meets ${JSON.stringify(item)}`
    : seen(from, evaluate);
}

/** `owners is an empty list`, `length of tags is 2`; a literal is shown as it is. */
function seen(logic: unknown, evaluate: Evaluate): string {
  const shown = plain(evaluate(logic));
  return operationOf(logic)[0] === '' ? shown : `${phrase(logic)} is ${shown}`;
}

function plain(value: unknown): string {
  if (Array.isArray(value) && value.length === 0) return 'empty';
  return value === '' ? 'empty' : valueText(value);
}

function phrase(logic: unknown): string {
  const [operator, args] = operationOf(logic);
  if (operator === 'var') return args[0] === '' || args[0] === undefined ? 'it' : String(args[0]);
  if (operator === 'length') return `length of ${args.map(phrase).join(', ')}`;
  return operator === '' ? valueText(logic) : cut(JSON.stringify(logic), REASON_LENGTH / 3);
}

function operationOf(logic: unknown): [operator: string, args: readonly unknown[]] {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return ['', []];
  const [entry] = Object.entries(logic as Record<string, unknown>);
  return entry ? [entry[0], list(entry[1])] : ['', []];
}
