import { isObject, sameJson } from '@app/common';
import {
  type AccessPolicy,
  type ContractColumn,
  type ContractDocument,
  type SemanticsRule,
  TYPE_MEMBERS,
} from '../../document/contract-document';
import type { Json } from '../../document/json';

/** Members of a contract that a PUT would take away when its body does not name them. */
const WRITABLE = [
  ...['displayName', 'description', 'entityStatus', 'schema', 'semantics', 'odcsQualityRules', 'sla', 'termsOfUse'],
  ...['security', 'effectiveFrom', 'effectiveUntil', 'sourceUrl', 'tags', 'qualityExpectations', 'reviewers'],
];

/** Merges a document's parts into a contract: parts only in the contract are retained. */
export function mergeParts(current: Json, parts: Json): Json {
  const kept = Object.fromEntries(
    WRITABLE.filter((key) => current[key] !== undefined).map((key) => [key, current[key]]),
  );
  const [old, next] = [current as ContractDocument, parts as ContractDocument];
  return {
    ...kept,
    ...parts,
    ...(next.schema ? { schema: mergeColumns(old.schema ?? [], next.schema) } : {}),
    ...(next.semantics ? { semantics: mergeNamed(old.semantics ?? [], next.semantics, mergeRule) } : {}),
    ...(next.sla ? { sla: { ...old.sla, ...next.sla } } : {}),
    ...(next.security ? { security: mergeSecurity(old, next) } : {}),
  };
}

const OF_DOCUMENT = new Set<string>([...TYPE_MEMBERS, 'constraint', 'constraints', 'children', 'extension']);

/** A column takes the type, with the word that it rests on, and the constraint of the document as a whole. */
function mergeColumns(old: readonly ContractColumn[], next: readonly ContractColumn[]): ContractColumn[] {
  return mergeNamed(old, next, (before, after) => {
    const rest = Object.fromEntries(Object.entries(before).filter(([key]) => !OF_DOCUMENT.has(key)));
    const merged = mergeColumns(before.children ?? [], after.children ?? []);
    return { ...rest, ...after, ...mergedExtension(before, after), ...(merged.length ? { children: merged } : {}) };
  });
}

function mergedExtension(before: ContractColumn, after: ContractColumn): Pick<ContractColumn, 'extension'> {
  const {
    logicalType: _word,
    logicalTypeOptions: _options,
    items: _ofItems,
    enum: _list,
    ...rest
  } = before.extension ?? {};
  const extension = { ...rest, ...after.extension };
  return Object.keys(extension).length ? { extension } : {};
}

/** A text rule of the document does not replace an evaluable rule of the same name. */
function mergeRule(before: SemanticsRule, after: SemanticsRule): SemanticsRule {
  return { ...before, ...after };
}

function mergeSecurity({ security: old }: ContractDocument, { security: next }: ContractDocument): Json {
  const policies = mergeNamed((old?.policies ?? []).map(named), (next?.policies ?? []).map(named), (before, after) => ({
    ...before,
    policy: { ...before.policy, ...after.policy },
  }));
  return { ...old, ...next, ...(policies.length ? { policies: policies.map(({ policy }) => policy) } : {}) };
}

function named(policy: AccessPolicy): { readonly name: string; readonly policy: AccessPolicy } {
  return { name: String(policy.accessPolicy), policy };
}

function mergeNamed<Item extends { readonly name: string }>(
  old: readonly Item[],
  next: readonly Item[],
  merge: (before: Item, after: Item) => Item,
): Item[] {
  const byName = new Map(next.map((item) => [item.name, item]));
  const known = new Set(old.map(({ name }) => name));
  const merged = old.map((item) => {
    const other = byName.get(item.name);
    return other ? merge(item, other) : item;
  });
  return [...merged, ...next.filter(({ name }) => !known.has(name))];
}

/**
 * `after` with what a document left as it was in the words of the contract. `before` is what the contract's own document says, read as
 * an import reads it, and `after` the same with the sent document laid over it: where the two are equal nothing was said, and the
 * contract retains its own form (a text without headings, a duration as an object), which going out and coming in would change.
 */
export function withUnsaid(current: Json, before: Json, after: Json): Json {
  const members = Object.entries(after).map(([key, value]) => [key, member(current[key], before[key], value)] as const);
  return Object.fromEntries(members.filter(([, value]) => value !== undefined));
}

function member(current: unknown, before: unknown, after: unknown): unknown {
  if (sameJson(before, after)) return current ?? after;
  if (isObject(current) && isObject(before) && isObject(after)) return withUnsaid(current, before, after);
  const lists = [current, before, after].map(byName);
  const [own, old, next] = lists;
  if (!own || !old || !next) return after;
  return [...next].map(([name, item]) => member(own.get(name), old.get(name), item));
}

/** The items of a list of things that have names; undefined for any other value. */
function byName(value: unknown): Map<string, unknown> | undefined {
  if (!Array.isArray(value) || !value.every(isNamed)) return undefined;
  const items = new Map(value.map((item) => [item.name, item] as const));
  return items.size === value.length ? items : undefined;
}

function isNamed(item: unknown): item is Json & { readonly name: string } {
  return isObject(item) && typeof item.name === 'string';
}
