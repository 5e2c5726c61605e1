import { atOnce, isObject, type Steps } from '@app/common';
import { type AssetColumn, assetColumns } from '../../document/asset-columns';
import { effectiveFaults } from '../../document/effective-faults';
import type { CheckRule } from '../../document/part-faults';
import { parseSla } from '../../document/sla-terms';
import { DEFAULT_STATUS, isContractStatus } from '../../status/contract-status';
import {
  type Json,
  customProperty,
  EXACT_STATUS,
  EXTENSION,
  OWN_PROPERTIES,
  SLA_LEARNED,
  SUCCESSOR,
  objectsOf,
  textOf,
} from '../document/json';
import { columnNamed, readColumns } from './read-columns';
import { type TeamMember, readSecurity, owningMembers } from './people';
import { type FoundRule, qualityRules, ruleKind } from './quality-rules';
import { isOwnRule, ownRules } from './own-rules';
import { semanticsFrom } from './semantics';
import { type FoundTest, expectedCases, testsFrom } from './tests';
import { ReportWriter } from './report';
import type { SelectedObject } from './select-object';
import { readSla } from './read-sla';
import { readDescription, statusFrom, statusWord } from './texts';

/** The target of a mapping: an asset with its full JSON. */
export interface MappingContext {
  readonly assetType: string;
  readonly asset: Json;
  readonly selected: SelectedObject | undefined;
  readonly checkRule: CheckRule;
}

/** The parts of a contract read from a document. References are unresolved names. */
export interface MappedDocument {
  readonly name: string;
  /** description, displayName, entityStatus, termsOfUse, schema, semantics, sla, security, effectiveFrom, … as far as it says them. */
  readonly parts: Json;
  readonly owners: readonly TeamMember[];
  /** The contract that takes the place of this one, by its FQN. */
  readonly successor?: { readonly fqn: string; readonly path: string };
  readonly tests: readonly FoundTest[];
  readonly expected: readonly (FoundRule & { readonly fqn: string })[];
  /** Path in the contract → path in the document. */
  readonly places: ReadonlyMap<string, string>;
  readonly report: ReportWriter;
}

/** Maps a valid document to the parts of a contract. Pure: entities of the catalog are only named. */
export function mapDocument(document: Json, context: MappingContext): MappedDocument {
  return atOnce(mapSteps(document, context));
}

/** `mapDocument` in steps; one of thousands of columns and rules takes some 200 ms. */
export function* mapSteps(document: Json, context: MappingContext): Steps<MappedDocument> {
  const report = new ReportWriter();
  const places = new Map<string, string>();
  const { selected, assetType, asset } = context;
  const existing = assetColumns(assetType, asset)?.columns ?? [];
  const path = `schema[${selected?.index ?? 0}]`;
  const level = { path, field: 'schema', existing };
  const schema = selected && assetType !== 'dataProduct' ? readColumns(selected.object, level, { report, places }) : [];
  yield;
  const found = selected ? qualityRules(selected.object, path, existing) : [];
  const rules = found.filter(({ rule }) => !isOwnRule(rule));
  yield;
  const own = mapOwnRules(found, places, report);
  yield;
  report.mapped('apiVersion', 'kind', ...(selected ? [`${path}.name`] : []));
  const { name, ...parts }: Json = {
    ...readNames(document, String(asset.name), report),
    ...readDescription(document, report),
    ...(schema.length ? { schema } : {}),
    ...mapSemantics(rules, context.checkRule, places, report),
    ...own,
    ...mapSla(document, selected, report),
    ...mapSecurity(document, selected, path, report),
    ...mapOwnProperties(document),
    ...mapExtension(document, places),
    entityStatus: mapStatus(document, report),
  };
  const owners = owningMembers(document);
  yield;
  return {
    name: String(name),
    parts,
    owners,
    ...mapSuccessor(document, places),
    ...mapTests(rules, assetType, existing, report),
    places,
    report,
  };
}

// eslint-disable-next-line no-control-regex -- names of entities have none
const NOT_IN_NAMES = /[\u0000-\u001f\u007f-\u009f"]|::/;

/** A name that an entity cannot have becomes the display name. */
function readNames(document: Json, assetName: string, report: ReportWriter): Json {
  const name = textOf(document.name);
  const standard = `${[...assetName].slice(0, 240).join('')}_contract`;
  if (name === undefined) return { name: standard };
  report.mapped('name');
  const fits = !NOT_IN_NAMES.test(name) && [...name].length <= 256;
  return fits ? { name } : { name: standard, displayName: name };
}

function mapStatus(document: Json, report: ReportWriter): string {
  const { status } = document;
  const exact = customProperty(document, EXACT_STATUS);
  const known = isContractStatus(exact) && statusWord(exact) === status ? exact : statusFrom(status);
  if (known !== undefined) report.mapped('status');
  else if (status !== undefined)
    report.notUnderstood('status', `${JSON.stringify(status)} is no status of the standard: Draft`);
  return known ?? DEFAULT_STATUS;
}

function mapSemantics(
  rules: readonly FoundRule[],
  checkRule: CheckRule,
  places: Map<string, string>,
  report: ReportWriter,
): Json {
  const semantics = semanticsFrom(rules).flatMap((found) => {
    const fault = found.semantics.rule === undefined ? null : checkRule(found.semantics.rule);
    if (fault === null) return [found];
    report.notUnderstood(`${found.path}.implementation`, fault);
    return [];
  });
  semantics.forEach(({ path }, index) => places.set(`semantics[${index}]`, path));
  report.mapped(...semantics.map(({ path }) => path));
  return semantics.length ? { semantics: semantics.map((found) => found.semantics) } : {};
}

/** Rules that the contract had of itself when it was exported are no test cases, whatever their type. */
function mapOwnRules(found: readonly FoundRule[], places: Map<string, string>, report: ReportWriter): Json {
  const rules = ownRules(found);
  rules.forEach(({ said }, index) => places.set(`odcsQualityRules[${index}]`, said));
  report.mapped(...rules.map(({ path }) => path));
  return rules.length ? { odcsQualityRules: rules.map(({ own }) => own) } : {};
}

function mapSla(document: Json, selected: SelectedObject | undefined, report: ReportWriter): Json {
  const { sla, origins, unread } = readSla(document.slaProperties, elsewhere(document, selected));
  for (const [, index] of origins) report.mapped(`slaProperties[${index}]`);
  for (const { index, message } of unread) report.notUnderstood(`slaProperties[${index}].value`, message);
  const columnName = textOf(customProperty(document, 'slaColumnName'));
  const own = {
    ...(columnName !== undefined && columnName.length <= 256 && { columnName }),
    ...mapLearned(document, report),
  };
  return sla || Object.keys(own).length > 0 ? { sla: { ...sla, ...own } } : {};
}

function mapLearned(document: Json, report: ReportWriter): Json {
  const learned = customProperty(document, SLA_LEARNED);
  if (learned === undefined) return {};
  const at = (document.customProperties as readonly (Json | null)[]).findIndex((one) => one?.property === SLA_LEARNED);
  const { terms, errors } = parseSla({ learned });
  for (const { message } of errors) report.notUnderstood(`customProperties[${at}].value`, message);
  return terms.learned ? { learned: terms.learned } : {};
}

/** Whether an `element` of the SLA belongs to another object of the document than the selected one. */
export function elsewhere(document: Json, selected: SelectedObject | undefined): (element: unknown) => boolean {
  const others = objectsOf(document.schema).filter((object) => object !== selected?.object);
  const names = new Set(others.flatMap(({ name, physicalName }) => [name, physicalName]));
  const own = new Set([selected?.object.name, selected?.object.physicalName]);
  return (element) => {
    const object = typeof element === 'string' ? element.split(/[./]/, 1)[0] : undefined;
    return object !== undefined && names.has(object) && !own.has(object);
  };
}

function mapSecurity(document: Json, selected: SelectedObject | undefined, path: string, report: ReportWriter): Json {
  const { security, roles, classifiedAt } = readSecurity(document, selected?.object, path);
  report.mapped(...roles.map((index) => `roles[${index}].role`), ...classifiedAt);
  return security ? { security } : {};
}

function mapOwnProperties(document: Json): Json {
  const said = OWN_PROPERTIES.flatMap((key) => {
    const text = textOf(customProperty(document, key));
    return text !== undefined && effectiveFaults({ [key]: text }).length === 0 ? [[key, text] as const] : [];
  });
  const own = Object.fromEntries(said);
  return effectiveFaults(own).length ? {} : own;
}

function mapSuccessor(document: Json, places: Map<string, string>): Pick<MappedDocument, 'successor'> {
  const fqn = textOf(customProperty(document, SUCCESSOR));
  if (fqn === undefined) return {};
  const at = (document.customProperties as readonly Json[]).findIndex((one) => one.property === SUCCESSOR);
  const path = `customProperties[${at}].value`;
  places.set('successor', path);
  return { successor: { fqn, path } };
}

function mapExtension(document: Json, places: Map<string, string>): Json {
  const extension = customProperty(document, EXTENSION);
  if (!isObject(extension)) return {};
  places.set('extension', 'customProperties');
  return { extension };
}

/** Test cases are of tables, and of columns that the table has. */
function mapTests(
  rules: readonly FoundRule[],
  assetType: string,
  existing: readonly AssetColumn[],
  report: ReportWriter,
): Pick<MappedDocument, 'tests' | 'expected'> {
  if (assetType !== 'table') return { tests: [], expected: [] };
  const tests = testsFrom(rules).filter(({ column }) => hasColumn(existing, column));
  const read = new Set(tests.map(({ rule }) => rule));
  for (const { rule, path } of rules) {
    const isUnread = ruleKind(rule) === 'library' && !read.has(rule);
    if (isUnread) report.notUnderstood(path, 'says nothing that a test case can be made of: kept');
  }
  return { tests, expected: expectedCases(rules) };
}

function hasColumn(existing: readonly AssetColumn[], [name, ...rest]: readonly string[]): boolean {
  if (name === undefined) return true;
  const found = columnNamed(existing, name);
  return found !== undefined && (rest.length === 0 || hasColumn(found.children ?? [], rest));
}
