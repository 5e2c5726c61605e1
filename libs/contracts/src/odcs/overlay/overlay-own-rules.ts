import { groupBy, jsonKey, type Steps } from '@app/common';
import type { ContractColumn } from '../../document/contract-document';
import { type Json, OWN_RULE, setCustomProperty } from '../../document/json';
import { type FoundOwnRule, holdingItem, isOwnRule, ownRules, placeOf, plainItem, saysAll } from '../mapping/own-rules';
import { type FoundRule, dropRules, qualityRules } from '../mapping/quality-rules';
import { columnElements } from '../mapping/read-columns';
import { schemaErrors } from '../strict/official-schema';

/**
 * Puts the rules that the contract has of itself into a schema object, in place, so that an import distinguishes them from those that test
 * cases are made of. What is there already stays as it is; rules that the contract has no more go.
 *
 * @param columns those that were read from the object, by which its properties are named
 * @param known rules that an earlier export may have written without a marker
 */
export function* overlayOwnRules(
  object: Json,
  columns: readonly ContractColumn[],
  known: readonly Json[],
  rules: readonly Json[],
  apiVersion: unknown,
): Steps<void> {
  const found = qualityRules(object, '', { existing: columns, nameCase: 'exact' });
  const marked = ownRules(found);
  yield;
  const take = taker(marked.map((one) => [one.own, one] as const));
  const takeUnmarked = unmarkedTaker(
    found.filter(({ rule }) => !isOwnRule(rule)),
    known,
    marked,
  );
  const items = rules.map((rule) => take(rule) ?? takeUnmarked(rule));
  const kept = new Set(items.map((item) => item?.rule));
  dropRules(marked.filter(({ rule }) => !kept.has(rule)));
  const indexes = items.map((item) => item && placeOf(item.rule));
  const isInOrder = indexes.every((index, at) => index !== undefined && (at === 0 || index > (indexes[at - 1] ?? -1)));
  if (!isInOrder) items.forEach((item, at) => item && setCustomProperty(item.rule, OWN_RULE, at));
  yield;
  yield* addRules(object, rules, items, apiVersion);
}

/** A rule about a column that is named as the contract names it goes to the column, any other to the object. */
function* addRules(object: Json, rules: readonly Json[], items: readonly unknown[], apiVersion: unknown): Steps<void> {
  const missing = rules.flatMap((rule, index) => (items[index] === undefined ? [{ rule, index }] : []));
  if (!missing.length) return;
  const holderOf = holdersByName(object);
  const holders = missing.map(({ rule }) => holderOf.get(rule.column));
  const plain = missing.map(({ rule, index }, at) => plainItem(rule, index, holders[at] !== undefined));
  yield;
  const unfit = yield* placesOfFaults(plain, apiVersion);
  for (const [at, { rule, index }] of missing.entries()) {
    if (at % STEP === 0) yield;
    const isPlain = !unfit.has(at) && saysAll(plain[at] as Json, rule, holders[at] !== undefined);
    const holder = holders[at] ?? object;
    // In place: one object can take thousands of them.
    if (!Array.isArray(holder.quality)) holder.quality = [];
    (holder.quality as unknown[]).push(isPlain ? plain[at] : holdingItem(rule, index));
  }
}

/** The properties that are named as the contract names their columns; of several of one name the first. */
function holdersByName(object: Json): ReadonlyMap<unknown, Json> {
  const { elements } = columnElements(object);
  const plain = elements.filter(({ name, physicalName = name }) => physicalName === name);
  return new Map(plain.toReversed().map((element) => [element.name, element]));
}

/** Which of the rules the standard does not allow as they are, of the version of the document and of those that are exported. */
function* placesOfFaults(quality: readonly Json[], apiVersion: unknown): Steps<ReadonlySet<number>> {
  const versions = new Set([String(apiVersion), 'v3.1.0']);
  const head = { kind: 'DataContract', id: 'x', version: '1', status: 'draft' };
  const indexes = new Set<number>();
  for (const version of versions) {
    const errors = schemaErrors({ ...head, apiVersion: version, schema: [{ name: 'x', quality }] });
    for (const { instancePath } of errors) indexes.add(Number(/^\/schema\/0\/quality\/(\d+)/.exec(instancePath)?.[1]));
    yield;
  }
  return indexes;
}

/** Rules that are put in order before the loop yields to other work. */
const STEP = 500;

type Take = (rule: Json) => FoundRule | undefined;
/** Where nothing is there, as in each export of a contract that was never a document, no rule is looked up. */
const TAKE_NONE: Take = () => undefined;

/** Gives each of the rules once, by what it says. */
function taker(pairs: readonly (readonly [Json, FoundRule])[]): Take {
  if (pairs.length === 0) return TAKE_NONE;
  const there = groupBy(pairs, ([own]) => jsonKey(own));
  return (rule) => there.get(jsonKey(rule))?.shift()?.[1];
}

/** Rules without a marker that equal a known one, of which there is none with a marker. */
function unmarkedTaker(others: readonly FoundRule[], known: readonly Json[], marked: readonly FoundOwnRule[]): Take {
  const isMarked = new Set(marked.map(({ own }) => jsonKey(own)));
  const isLeft = new Set(known.map(jsonKey).filter((key) => !isMarked.has(key)));
  if (isLeft.size === 0) return TAKE_NONE;
  const take = taker(others.map((one) => [one.rule, one] as const));
  return (own) => {
    const { column: _place, ...rule } = own;
    return isLeft.has(jsonKey(own)) ? take(rule) : undefined;
  };
}
