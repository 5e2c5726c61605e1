import { FIELD, VALUE, type Operator } from './rule-operators';
import { operatorsOf, SUBJECTS, subjectOf } from './rule-subjects';
import { isGroup, isTooDeep, type Condition, type Group, type Part, type RuleValue } from './rule-tree';
import { readValue } from './rule-values';

/** A rule as conditions, or why it is none. */
export type TreeReading =
  { readonly tree: Group; readonly obstacle?: never } | { readonly tree?: never; readonly obstacle: string };

/** JSON-logic of a rule of conditions. */
export function logicOf(part: Part): object {
  if (!isGroup(part)) return logicOfCondition(part);
  const parts = part.parts.map(logicOf);
  if (part.kind === 'all') return { and: parts };
  return part.kind === 'any' ? { or: parts } : { '!': { or: parts } };
}

function logicOfCondition({ field, operator, value }: Condition): object {
  const rule = operatorsOf(field)[operator]?.rule ?? {};
  return filled(rule, (place) => {
    if (place === FIELD) return { var: field };
    if (place === VALUE) return value;
    return place.includes(VALUE) ? place.replace(VALUE, () => String(value)) : place;
  }) as object;
}

function filled(template: unknown, written: (text: string) => unknown): unknown {
  if (typeof template === 'string') return written(template);
  if (Array.isArray(template)) return template.map((item) => filled(item, written));
  if (typeof template !== 'object' || template === null) return template;
  return Object.fromEntries(Object.entries(template).map(([name, item]) => [name, filled(item, written)]));
}

/** Reads JSON-logic as conditions. What is not a group becomes the only part of one. */
export function treeOf(logic: unknown): TreeReading {
  if (logic === undefined || logic === '') return { obstacle: 'It has no condition yet.' };
  const reading = partOf(logic);
  if ('obstacle' in reading) return reading;
  const tree: Group = isGroup(reading.part) ? reading.part : { kind: 'all', parts: [reading.part] };
  return isTooDeep(tree) ? { obstacle: 'Its groups are nested deeper than conditions can be.' } : { tree };
}

type PartReading = { readonly part: Part } | { readonly obstacle: string };

function partOf(logic: unknown): PartReading {
  const condition = conditionOf(logic);
  if (condition) return { part: condition };
  const [operator, given] = operationOf(logic) ?? [];
  const args = argumentsOf(given);
  if (operator === 'and') return groupOf('all', args);
  if (operator === 'or') return groupOf('any', args);
  if (operator !== '!' || args.length !== 1) return obstacleOf(logic);
  const [negated, inner] = operationOf(args[0]) ?? [];
  return groupOf('none', negated === 'or' ? argumentsOf(inner) : args);
}

function groupOf(kind: Group['kind'], args: readonly unknown[]): PartReading {
  const parts: Part[] = [];
  for (const arg of args) {
    const reading = partOf(arg);
    if ('obstacle' in reading) return reading;
    parts.push(reading.part);
  }
  return { part: { kind, parts } };
}

/** Characters of a rule that an obstacle shows. */
const SHOWN = 80;

function obstacleOf(logic: unknown): PartReading {
  const text = JSON.stringify(logic);
  return { obstacle: `No condition says ${text.length > SHOWN ? `${text.slice(0, SHOWN)}…` : text}.` };
}

/** Fields with operators of their own. They are tried first, in this order: a single tier is a tag as well. */
const IMPLIED = Object.keys(SUBJECTS).filter((field) => !['text', 'number', 'flag'].includes(SUBJECTS[field]!.kind));

function conditionOf(logic: unknown): Condition | undefined {
  const named = variablesIn(logic).filter((field) => subjectOf(field) !== undefined);
  for (const field of new Set([...IMPLIED, ...named])) {
    for (const [operator, asked] of Object.entries(operatorsOf(field))) {
      const condition = matched(field, operator, asked, logic);
      if (condition) return condition;
    }
  }
  return undefined;
}

/** The variables of a condition: they stand at its first place, below at most three operators. */
function variablesIn(logic: unknown, levels = 4): string[] {
  const [operator, given] = operationOf(logic) ?? [];
  if (operator === undefined || levels === 0) return [];
  const [first] = argumentsOf(given);
  if (operator === 'var') return typeof first === 'string' ? [first] : [];
  return variablesIn(first, levels - 1);
}

function matched(field: string, name: string, { rule, shape }: Operator, logic: unknown): Condition | undefined {
  const values: unknown[] = [];
  if (!isSame(rule, logic, { field, values })) return undefined;
  if (shape === 'none') return { field, operator: name };
  const value: RuleValue | undefined = readValue(shape, values[0]);
  return value === undefined ? undefined : { field, operator: name, value };
}

interface Places {
  readonly field: string;
  /** Values found in the place of VALUE. */
  readonly values: unknown[];
}

function isSame(expected: unknown, given: unknown, places: Places): boolean {
  if (typeof expected === 'string') return isSameText(expected, given, places);
  const [operator, wanted] = operationOf(expected) ?? [];
  if (operator === undefined) return expected === given;
  const [found, arg] = operationOf(given) ?? [];
  if (found !== operator) return false;
  // All arguments are the value: a list of them, or a single one.
  if (wanted === VALUE) return places.values.push(argumentsOf(arg)) > 0;
  const args = argumentsOf(arg);
  const all = argumentsOf(wanted);
  return all.length === args.length && all.every((item, at) => isSame(item, args[at], places));
}

function isSameText(expected: string, given: unknown, { field, values }: Places): boolean {
  if (expected === FIELD) {
    const [operator, arg] = operationOf(given) ?? [];
    const path = argumentsOf(arg);
    return operator === 'var' && path.length === 1 && path[0] === field;
  }
  if (expected === VALUE) return values.push(given) > 0;
  const [before = '', behind] = expected.split(VALUE);
  if (behind === undefined) return expected === given;
  if (typeof given !== 'string' || given.length < before.length + behind.length) return false;
  if (!given.startsWith(before) || !given.endsWith(behind)) return false;
  return values.push(given.slice(before.length, given.length - behind.length)) > 0;
}

/** The operator of an operation and what stands beside it; undefined where it is none. */
function operationOf(logic: unknown): readonly [string, unknown] | undefined {
  if (typeof logic !== 'object' || logic === null || Array.isArray(logic)) return undefined;
  const members = Object.entries(logic);
  return members.length === 1 ? members[0] : undefined;
}

/** An operator's single argument may stand without a list. */
const argumentsOf = (given: unknown): readonly unknown[] => (Array.isArray(given) ? (given as unknown[]) : [given]);
