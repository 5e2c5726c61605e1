import { isObject, sameJson } from '@app/common';
import { type ContractColumn, childPath } from '../../document/contract-document';
import { type Change, change, type Compatibility, type Sides } from '../../promises/change';
import { elementOf, isTypeOption } from '../../promises/options';
import { type Bound, readBound } from '../values/bound';

type Options = Readonly<Record<string, unknown>>;

/** How what a column promises of its values differs between two contracts. */
type Relation = 'same' | 'weaker' | 'stricter' | 'other';

interface Rule {
  /** Options that say one thing together. */
  readonly of: readonly string[];
  relate(before: Options, after: Options): Relation;
}

const RULES: readonly Rule[] = [
  { of: ['minimum', 'exclusiveMinimum'], relate: bounds('minimum', 'exclusiveMinimum', (at, other) => at - other) },
  { of: ['maximum', 'exclusiveMaximum'], relate: bounds('maximum', 'exclusiveMaximum', (at, other) => other - at) },
  { of: ['minLength'], relate: sizes('minLength', 0, (size, other) => size - other) },
  { of: ['maxLength'], relate: sizes('maxLength', Infinity, (size, other) => other - size) },
  { of: ['minItems'], relate: sizes('minItems', 0, (size, other) => size - other) },
  { of: ['maxItems'], relate: sizes('maxItems', Infinity, (size, other) => other - size) },
  { of: ['multipleOf'], relate: ({ multipleOf: old }, { multipleOf: now }) => multiples(old, now) },
];

const WITH_RULES: ReadonlySet<string> = new Set(RULES.flatMap(({ of }) => of));

const VERDICTS: Readonly<Record<Relation, readonly [Compatibility, string]>> = {
  same: ['info', 'says the same of the values'],
  weaker: ['breaking', 'allows values that were forbidden'],
  stricter: ['compatible', 'allows fewer values'],
  other: ['breaking', 'is another, and allows other values'],
};

/** Changes in the options of a column and of its elements, apart from those that the type judges. */
export function diffOptions(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const [old, now] = [elementOf(before), elementOf(after)];
  const ofElements = old || now ? diffOwn(old ?? NOTHING, now ?? NOTHING, childPath(path, 'items')) : [];
  return [...diffOwn(before, after, path), ...ofElements];
}

const NOTHING: ContractColumn = { name: 'items' };

function diffOwn(before: ContractColumn, after: ContractColumn, path: string): Change[] {
  const [old, now] = [optionsOf(before), optionsOf(after)];
  const named = RULES.flatMap(({ of, relate }) => {
    const changed = of.filter((option) => !sameJson(old[option], now[option]));
    return changed.length === 0 ? [] : changed.map((option) => judged(option, [old, now], relate(old, now), path));
  });
  const others = [...new Set([...Object.keys(old), ...Object.keys(now)])].filter((option) => !WITH_RULES.has(option));
  return [
    ...named,
    ...others
      .filter((option) => !sameJson(old[option], now[option]))
      .map((option) => judged(option, [old, now], presence(old[option], now[option]), path)),
  ];
}

function judged(option: string, [old, now]: readonly [Options, Options], relation: Relation, path: string): Change {
  const [compatibility, reason] = VERDICTS[relation];
  const sides: Sides = [old[option], now[option]];
  return change(compatibility, childPath(path, option), sides, `${option} ${reason}`);
}

/** Null and false say nothing. */
function optionsOf(column: ContractColumn): Options {
  const given = column.extension?.logicalTypeOptions;
  if (!isObject(given)) return {};
  const said = Object.entries(given).filter(
    ([option, value]) => value !== null && value !== false && !isTypeOption(option, column),
  );
  return Object.fromEntries(said);
}

function presence(before: unknown, after: unknown): Relation {
  if (before === undefined) return 'stricter';
  return after === undefined ? 'weaker' : 'other';
}

/** A bound; strict: itself is outside. */
type Limit = Bound & { readonly isStrict: boolean };

/** @param compare above zero where the first is the narrower bound */
function bounds(inclusive: string, exclusive: string, compare: (at: number, other: number) => number): Rule['relate'] {
  const limitOf = (options: Options): Limit | 'unreadable' | undefined => {
    const { [inclusive]: loose, [exclusive]: strict } = options;
    // In documents of 3.0 the exclusive one says how the inclusive one is meant.
    const given = strict === true ? [[loose, true] as const] : [[loose, false] as const, [strict, true] as const];
    const limits = given.flatMap(([value, isStrict]) => {
      if (value === undefined) return [];
      const bound = readBound(value);
      return [bound ? { ...bound, isStrict } : ('unreadable' as const)];
    });
    return limits.reduce<Limit | 'unreadable' | undefined>((narrowest, limit) => {
      if (narrowest === undefined || limit === 'unreadable') return limit;
      if (narrowest === 'unreadable' || narrowest.scale !== limit.scale) return 'unreadable';
      return order(limit, narrowest, compare) > 0 ? limit : narrowest;
    }, undefined);
  };
  return (before, after) => {
    const [old, now] = [limitOf(before), limitOf(after)];
    if (old === undefined || now === undefined) return old === now ? 'same' : presence(old, now);
    if (old === 'unreadable' || now === 'unreadable' || old.scale !== now.scale) return 'other';
    return relation(order(now, old, compare));
  };
}

function order(one: Limit, other: Limit, compare: (at: number, other: number) => number): number {
  return compare(one.at, other.at) || Number(one.isStrict) - Number(other.isStrict);
}

/** @param difference above zero where the new one is narrower */
function relation(difference: number): Relation {
  if (difference === 0) return 'same';
  return difference > 0 ? 'stricter' : 'weaker';
}

/** @param none the size that forbids nothing @param compare above zero where the first is the narrower size */
function sizes(option: string, none: number, compare: (size: number, other: number) => number): Rule['relate'] {
  return ({ [option]: before = none }, { [option]: after = none }) => {
    if (typeof before !== 'number' || typeof after !== 'number') return 'other';
    return before === after ? 'same' : relation(compare(after, before));
  };
}

/** Smallest difference from a whole number that is no error of rounding. */
const ROUNDING = 1e-9;

function multiples(before: unknown, after: unknown): Relation {
  if (before === undefined || after === undefined) return before === after ? 'same' : presence(before, after);
  if (typeof before !== 'number' || typeof after !== 'number' || before <= 0 || after <= 0) return 'other';
  const ratio = after / before;
  if (ratio === 1) return 'same';
  return ratio > 1 && Math.abs(ratio - Math.round(ratio)) < ROUNDING * ratio ? 'stricter' : 'weaker';
}
