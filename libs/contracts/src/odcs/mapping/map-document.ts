import { atOnce, isObject, type Steps } from '@app/common';
import { columnAt } from '@app/datatypes';
import { type AssetColumns, assetColumns, nameCaseOf } from '../../document/asset-columns';
import { effectiveFaults } from '../../document/effective-faults';
import type { CheckRule } from '../../promises/part-faults';
import { parseSla } from '../../document/sla-terms';
import { DEFAULT_STATUS, isContractStatus } from '../../document/contract-status';
import {
  type Json,
  customProperty,
  EXACT_STATUS,
  EXTENSION,
  OWN_PROPERTIES,
  SLA_LEARNED,
  SUCCESSOR,
  textOf,
} from '../../document/json';
import { type AssetLevel, readColumns } from './read-columns';
import { type TeamMember, readSecurity, owningMembers } from './people';
import { type FoundRule, qualityRules, ruleKind } from './quality-rules';
import { isOwnRule, ownRules } from './own-rules';
import { semanticsFrom } from './semantics';
import { type FoundTest, expectedCases, testsFrom } from './tests';
import { type MappingNotes, ReportWriter } from './report';
import type { SelectedObject } from './select-object';
import { readSla, SLA_COLUMN } from './read-sla';
import { SlaElements } from './sla-elements';
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
  /** FQN of the contract that replaces this one. */
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
  const notes = { report, places };
  const { selected, assetType, asset } = context;
  const columns: Pick<AssetColumns, 'columns' | 'platform'> = assetColumns(assetType, asset) ?? { columns: [] };
  const existing: AssetLevel = { existing: columns.columns, nameCase: nameCaseOf(columns) };
  const path = `schema[${selected?.index ?? 0}]`;
  const level = { path, field: 'schema', ...existing };
  const schema = selected && assetType !== 'dataProduct' ? readColumns(selected.object, level, notes) : [];
  yield;
  const found = selected ? qualityRules(selected.object, path, existing) : [];
  const rules = found.filter(({ rule }) => !isOwnRule(rule));
  yield;
  const own = mapOwnRules(found, places, report);
  yield;
  report.mapped('apiVersion', 'kind', ...(selected ? [`${path}.name`] : []));
  const { name, ...parts }: Json = {
    ...readNames(document, String(asset.name), report),
    ...readDescription(document, notes),
    ...(schema.length ? { schema } : {}),
    ...mapSemantics(rules, context.checkRule, places, report),
    ...own,
    ...mapSla(document, selected, existing, notes),
    ...mapSecurity(document, selected, path, notes),
    ...mapOwnProperties(document, report),
    ...mapExtension(document, notes),
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

function mapSla(
  document: Json,
  selected: SelectedObject | undefined,
  existing: AssetLevel,
  { report, places }: MappingNotes,
): Json {
  const { sla, ...found } = readSla(document, new SlaElements(document, selected, existing));
  for (const [term, index] of found.origins) {
    places.set(`sla.${term}`, `slaProperties[${index}]`);
    report.mapped(`slaProperties[${index}]`);
  }
  for (const { index, message } of found.unread) report.notUnderstood(`slaProperties[${index}].value`, message);
  // An asset whose columns are not known has none that could be missing.
  for (const { path, message } of existing.existing.length > 0 ? found.unknownColumns : [])
    report.notUnderstood(path, message);
  if (found.usesDefault) report.mapped('slaDefaultElement');
  const columnName = textOf(customProperty(document, SLA_COLUMN));
  if (columnName !== undefined) report.mapped(...customValue(document, SLA_COLUMN));
  const own = {
    ...(columnName !== undefined && columnName.length <= 256 && { columnName }),
    ...mapLearned(document, report),
  };
  return sla || Object.keys(own).length > 0 ? { sla: { ...sla, ...own } } : {};
}

function mapLearned(document: Json, report: ReportWriter): Json {
  const learned = customProperty(document, SLA_LEARNED);
  if (learned === undefined) return {};
  const [at = ''] = customValue(document, SLA_LEARNED);
  const { terms, errors } = parseSla({ learned });
  for (const { message } of errors) report.notUnderstood(at, message);
  if (!terms.learned) return {};
  report.mapped(at);
  return { learned: terms.learned };
}

/** The path of the value of a custom property; none where the document does not have it. */
function customValue(document: Json, name: string): string[] {
  const list: readonly unknown[] = Array.isArray(document.customProperties) ? document.customProperties : [];
  const at = list.findIndex((one) => isObject(one) && one.property === name);
  return at < 0 ? [] : [`customProperties[${at}].value`];
}

function mapSecurity(
  document: Json,
  selected: SelectedObject | undefined,
  path: string,
  { report, places }: MappingNotes,
): Json {
  const { security, roles, classifiedAt } = readSecurity(document, selected?.object, path);
  const classified = security?.dataClassification === undefined ? [] : classifiedAt;
  const at = classified.length > 0 ? classified : customValue(document, 'dataClassification');
  report.mapped(...roles.flatMap((index) => [`roles[${index}].role`, `roles[${index}].access`]), ...at);
  roles.forEach((index, policy) => places.set(`security.policies[${policy}]`, `roles[${index}]`));
  if (at[0] !== undefined) places.set('security.dataClassification', at[0]);
  return security ? { security } : {};
}

function mapOwnProperties(document: Json, report: ReportWriter): Json {
  const said = OWN_PROPERTIES.flatMap((key) => {
    const text = textOf(customProperty(document, key));
    return text !== undefined && effectiveFaults({ [key]: text }).length === 0 ? [[key, text] as const] : [];
  });
  const own = Object.fromEntries(said);
  if (effectiveFaults(own).length) return {};
  for (const [key] of said) report.mapped(...customValue(document, key));
  return own;
}

function mapSuccessor(document: Json, places: Map<string, string>): Pick<MappedDocument, 'successor'> {
  const fqn = textOf(customProperty(document, SUCCESSOR));
  if (fqn === undefined) return {};
  const [path = ''] = customValue(document, SUCCESSOR);
  places.set('successor', path);
  return { successor: { fqn, path } };
}

function mapExtension(document: Json, { report, places }: MappingNotes): Json {
  const extension = customProperty(document, EXTENSION);
  if (!isObject(extension)) return {};
  places.set('extension', 'customProperties');
  report.mapped(...customValue(document, EXTENSION));
  return { extension };
}

/** Test cases are of tables, and of columns that the table has. */
function mapTests(
  rules: readonly FoundRule[],
  assetType: string,
  { existing, nameCase }: AssetLevel,
  report: ReportWriter,
): Pick<MappedDocument, 'tests' | 'expected'> {
  if (assetType !== 'table') return { tests: [], expected: [] };
  const understood = testsFrom(rules);
  const tests = understood.filter(
    ({ column }) => column.length === 0 || columnAt(existing, column, nameCase).found !== undefined,
  );
  const read = new Set(understood.map(({ rule }) => rule));
  for (const { rule, path } of rules) {
    const isUnread = ruleKind(rule) === 'library' && !read.has(rule);
    if (isUnread) report.notUnderstood(path, 'says nothing that a test case can be made of: kept');
  }
  return { tests, expected: expectedCases(rules) };
}
