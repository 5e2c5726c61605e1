import { joinFqn } from '@app/catalog/pure';
import { sameJson } from '@app/common';
import type { ContractColumn, DocumentReference, SemanticsRule } from '../../document/contract-document';
import { type Json, customProperty, setCustomProperty, setOrDelete } from '../../document/json';
import { splitNames } from '../document/pointer';
import { isOwnRule } from '../mapping/own-rules';
import { type FoundRule, dropRules, JSON_LOGIC_ENGINE, qualityRules, TEST_CASE_ENGINE } from '../mapping/quality-rules';
import { SEMANTICS_MEMBERS, semanticsFrom } from '../mapping/semantics';
import { expectedCases, testsFrom } from '../mapping/tests';

/** The state of what a contract says of quality, once before and once after a change. */
export interface QualityState {
  readonly semantics: readonly SemanticsRule[];
  readonly expectations: readonly DocumentReference[];
}

/**
 * Lays changed rules and expectations over the quality of a schema object and its properties, in place. `columns`: those that were
 * read from the object, by which its properties are named.
 */
export function overlayQuality(
  object: Json,
  columns: readonly ContractColumn[],
  before: QualityState,
  after: QualityState,
): void {
  const rules = qualityRules(object, '', { existing: columns, nameCase: 'exact' }).filter(
    ({ rule }) => !isOwnRule(rule),
  );
  const added = [
    ...overlaySemantics(rules, before.semantics, after.semantics),
    ...overlayExpectations(rules, before.expectations, after.expectations),
  ];
  if (added.length) object.quality = [...(Array.isArray(object.quality) ? object.quality : []), ...added];
}

function overlaySemantics(
  rules: readonly FoundRule[],
  before: readonly SemanticsRule[],
  after: readonly SemanticsRule[],
): Json[] {
  if (sameJson(before, after)) return [];
  const found = new Map(semanticsFrom(rules).map((rule) => [rule.semantics.name, rule]));
  const now = new Map(after.map((rule) => [rule.name, rule]));
  dropRules(before.flatMap(({ name }) => (now.has(name) ? [] : (found.get(name) ?? []))));
  for (const rule of before) {
    const place = found.get(rule.name);
    const next = now.get(rule.name);
    if (place && next && !sameJson(rule, next)) setRule(place.rule, next);
  }
  return after.filter(({ name }) => !found.has(name)).map((rule) => setRule({ name: rule.name }, rule));
}

/** JSON-logic goes out as a custom rule, which a document of the standard may have. */
function setRule(item: Json, rule: SemanticsRule): Json {
  const isText = rule.rule === undefined || rule.rule === null;
  item.type = isText ? 'text' : 'custom';
  setOrDelete(item, 'description', rule.description);
  setOrDelete(item, 'engine', isText ? undefined : JSON_LOGIC_ENGINE);
  setOrDelete(item, 'implementation', isText ? undefined : implementation(rule.rule));
  for (const member of SEMANTICS_MEMBERS) {
    // True is what a rule is anyhow; in a document that says so it stays.
    const value = member === 'enabled' && rule.enabled !== false ? undefined : rule[member];
    if (value !== undefined || customProperty(item, member) !== undefined) setCustomProperty(item, member, value);
  }
  return item;
}

/** The standard takes a text or an object; a literal is the text of its JSON. */
function implementation(rule: unknown): unknown {
  const isFit = typeof rule === 'string' || (typeof rule === 'object' && !Array.isArray(rule));
  return isFit ? rule : JSON.stringify(rule);
}

function overlayExpectations(
  rules: readonly FoundRule[],
  before: readonly DocumentReference[],
  after: readonly DocumentReference[],
): Json[] {
  const ids = new Set(after.map(({ id }) => id));
  const gone = before.filter(({ id }) => !ids.has(id));
  if (gone.length) dropRules(rulesOf(rules, new Set(gone.map(({ fullyQualifiedName = '' }) => fullyQualifiedName))));
  const known = new Set(before.map(({ id }) => id));
  return after
    .filter(({ id }) => !known.has(id))
    .map(({ name, fullyQualifiedName }) => ({
      ...{ type: 'custom', name: String(name) },
      ...{ engine: TEST_CASE_ENGINE, implementation: String(fullyQualifiedName) },
    }));
}

/** The rules of a document that test cases were made of, or that name them. Such an FQN ends with the columns and the name of the case. */
function rulesOf(rules: readonly FoundRule[], fqns: ReadonlySet<string>): FoundRule[] {
  const ends = new Set([...fqns].flatMap(endsOf));
  const made = testsFrom(rules).filter(({ column, name }) => ends.has(joinFqn(undefined, ...column, name)));
  return [...made, ...expectedCases(rules).filter(({ fqn }) => fqns.has(fqn))];
}

/** The names that a test case of this FQN may have within its table: with its columns, or where it is of the table by its name alone. */
function endsOf(fqn: string): string[] {
  const parts = splitNames(fqn);
  const below = parts.map((_, at) => joinFqn(undefined, ...parts.slice(at)));
  return parts.length === TABLE_PARTS + 1 ? below : below.slice(0, -1);
}

/** service.database.schema.table */
const TABLE_PARTS = 4;
