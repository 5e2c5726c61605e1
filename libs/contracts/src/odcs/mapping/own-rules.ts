import { joinFqn } from '@app/catalog/pure';
import { isObject, sameJson } from '@app/common';
import { QUALITY_RULE_MEMBERS } from '../../document/contract-schema';
import { customProperty, type Json, objectsOf, OWN_RULE, setCustomProperty, textOf } from '../../document/json';
import type { FoundRule } from './quality-rules';

/** The engine of a custom rule for a rule of the contract that the standard cannot express: its implementation is that rule. */
export const QUALITY_RULE_ENGINE = 'quality-rule';

/** A rule of a document, and the rule of the contract that it is. */
export interface FoundOwnRule extends FoundRule {
  readonly own: Json;
  /** Where the document says it. */
  readonly said: string;
}

/** Whether a rule is one of the contract, which an export of ours wrote, and none to make a test case or a semantics rule of. */
export function isOwnRule(rule: Json): boolean {
  return customProperty(rule, OWN_RULE) !== undefined || isHolder(rule);
}

function isHolder({ type, engine, implementation }: Json): boolean {
  return type === 'custom' && engine === QUALITY_RULE_ENGINE && isObject(implementation);
}

/** The rules of the contract that stand in a document, in the order that they had. */
export function ownRules(rules: readonly FoundRule[]): FoundOwnRule[] {
  const found = rules
    .filter(({ rule }) => isOwnRule(rule))
    .map((one) => ({ ...one, own: ruleFrom(one), said: isHolder(one.rule) ? `${one.path}.implementation` : one.path }));
  return found
    .map((one) => ({ one, place: placeOf(one.rule) ?? Number.MAX_VALUE }))
    .sort((a, b) => a.place - b.place)
    .map(({ one }) => one);
}

/** The index of a rule in the contract's list, as the document gives it. */
export function placeOf(rule: Json): number | undefined {
  const place = customProperty(rule, OWN_RULE);
  return typeof place === 'number' ? place : undefined;
}

/** The rule of the contract that a rule of a document expresses or contains. */
function ruleFrom({ rule, column }: FoundRule): Json {
  if (isHolder(rule)) return structuredClone(rule.implementation) as Json;
  const { customProperties, arguments: given, ...said } = structuredClone(rule);
  const own = objectsOf(customProperties).filter(({ property }) => property !== OWN_RULE && property !== COLUMN);
  const place = textOf(customProperty(rule, COLUMN)) ?? (column.length ? joinFqn(undefined, ...column) : undefined);
  const { validValues, ...others } = isObject(given) ? given : {};
  const isShort = said.validValues === undefined && validValues !== undefined;
  const kept = isShort ? others : { ...others, ...(validValues === undefined ? {} : { validValues }) };
  const members: Json = {
    ...said,
    ...(isShort ? { validValues } : {}),
    ...(Object.keys(kept).length ? { arguments: kept } : {}),
    ...(own.length ? { customProperties: own } : {}),
    ...(place === undefined ? {} : { column: place }),
  };
  const known = Object.entries(members).filter(([key, value]) => value != null && QUALITY_RULE_MEMBERS.has(key));
  return Object.fromEntries(known);
}

/** The column that a rule is about, where it does not stand in the column's property. */
const COLUMN = 'column';

/** The rule as the standard expresses it, with its index. `isAtColumn`: it goes to the property of its column. */
export function plainItem({ column, ...rule }: Json, place: number, isAtColumn: boolean): Json {
  const item = structuredClone(rule);
  if (item.metric === 'invalidValues' && Array.isArray(item.validValues)) {
    item.arguments = { ...(isObject(item.arguments) ? item.arguments : {}), validValues: item.validValues };
    delete item.validValues;
  }
  if (column !== undefined && !isAtColumn) setCustomProperty(item, COLUMN, column);
  setCustomProperty(item, OWN_RULE, place);
  return item;
}

/** Whether an import reads the rule back from the item; one with a list that is empty or an object is not. */
export function saysAll(item: Json, rule: Json, isAtColumn: boolean): boolean {
  const column = isAtColumn ? [String(rule.column)] : [];
  return sameJson(ruleFrom({ rule: item, path: '', column, list: [] }), rule);
}

/** The rule within a custom one, which can contain any. */
export function holdingItem(rule: Json, place: number): Json {
  const { name, description } = rule;
  const item: Json = {
    type: 'custom',
    ...(name !== undefined && { name }),
    ...(description !== undefined && { description }),
  };
  Object.assign(item, { engine: QUALITY_RULE_ENGINE, implementation: structuredClone(rule) });
  setCustomProperty(item, OWN_RULE, place);
  return item;
}
