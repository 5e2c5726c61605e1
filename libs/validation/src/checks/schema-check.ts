import { groupBy } from '@app/common';
import {
  childPath,
  couldBe,
  DEFAULT_SCHEMA_POLICY,
  promisesOfColumns,
  type AssetColumn,
  type AssetColumns,
  type ComparedColumn,
  type PromiseOfColumn,
  type SchemaPolicy,
} from '@app/contracts';
import { columnNamed, fieldsOf, type Platform, platformOf } from '@app/datatypes';
import { compareTypes } from './schema/column-match';
import type { PromiseOutcome } from './promises/outcome';
import { ValuePromises, type ValueEvidence } from './promises/value-promises';
import type { FieldMessage, SchemaVerdict } from './types';

export interface SchemaCheck {
  readonly contractColumns: readonly ComparedColumn[];
  readonly asset: AssetColumns;
  readonly policy?: SchemaPolicy;
  /** Knowledge of the rows; default: none, and what the asset declares counts. */
  readonly values?: ValueEvidence;
  /** Promises of the columns; default: those that the columns state. */
  readonly promises?: readonly PromiseOfColumn[];
}

interface Comparison {
  readonly asset: AssetColumns;
  readonly values: ValuePromises;
  readonly policy: SchemaPolicy;
  readonly platform: Platform;
  readonly failures: FieldMessage[];
  readonly notes: FieldMessage[];
  /** Columns that pass as far as is known. */
  readonly blocked: { readonly field: string; readonly by: string }[];
  readonly outcomes: Map<string, PromiseOutcome>;
  total: number;
}

/** Passing columns for which a result says how the promise is met. */
const MOST_NOTES = 200;

/**
 * Validates the columns of a contract against those of its asset: presence, duplicates, type, constraint, nested
 * columns by path, and, depending on the policy, extra columns and order. Names are looked up as the asset's platform does.
 * `total` counts every contract column, including nested ones, and every forbidden extra column.
 */
export function checkSchema({
  contractColumns,
  asset,
  policy = DEFAULT_SCHEMA_POLICY,
  values: known,
  promises = promisesOfColumns(contractColumns),
}: SchemaCheck): SchemaVerdict {
  const { platform = platformOf() } = asset;
  const values = new ValuePromises(promises, asset, known);
  const comparison: Comparison = {
    ...{ asset, values, policy, platform, failures: [], notes: [], blocked: [], total: 0 },
    outcomes: new Map(),
  };
  compareLevel(comparison, '', contractColumns, asset.columns);
  const { failures, notes, blocked, outcomes, total } = comparison;
  for (const [path, outcome] of values.outcomes()) outcomes.set(path, outcome);
  return {
    passed: total - failures.length,
    failed: failures.length,
    total,
    failedFields: failures.map(({ field }) => field),
    details: failures,
    notes,
    ...(blocked[0] && { blocked: blocked.map(({ field }) => field), blockedBy: blocked[0].by }),
    outcomes,
  };
}

const byCatalog = (isHeld: boolean): PromiseOutcome => ({ state: isHeld ? 'held' : 'broken', by: 'catalog' });

function compareLevel(
  comparison: Comparison,
  parent: string,
  expected: readonly ComparedColumn[],
  actual: readonly AssetColumn[],
): void {
  const found = groupBy(actual, nameOf);
  const looked = expected.map((column) => ({
    column,
    ...columnNamed(actual, column.name, comparison.platform.names.columns),
  }));
  const names = looked.map(({ column, found: own }) => own?.name ?? column.name);
  const moved = comparison.policy.order === 'same' ? outOfPlace(names, actual.map(nameOf)) : new Map<string, never>();
  const seen = new Set<string>();
  for (const [index, { column, among }] of looked.entries()) {
    const name = names[index]!;
    const path = childPath(parent, column.name);
    const problems = seen.has(name) ? ['stands more than once in the contract'] : [];
    seen.add(name);
    const position = moved.get(name);
    if (comparison.policy.order === 'same') note(comparison, 'schemaPolicy.order', !position);
    if (position)
      problems.push(`is out of place: number ${position.actual} in the asset, expected ${position.expected}`);
    if (name !== column.name) addNote(comparison, path, `${column.name} is ${name}${onPlatform(comparison.platform)}`);
    compareColumn(comparison, path, column, { candidates: found.get(name) ?? [], among }, problems);
  }
  if (comparison.policy.extraColumns === 'forbid') note(comparison, 'schemaPolicy.extraColumns', true);
  if (comparison.policy.extraColumns === 'forbid') addExtras(comparison, parent, seen, found);
}

/** The columns of the asset that the name of a column means. */
interface LookedUp {
  /** The columns of one name; more than one where it stands there several times. */
  readonly candidates: readonly AssetColumn[];
  /** The columns that could be meant, where it is not one. */
  readonly among?: readonly AssetColumn[];
}

const onPlatform = ({ shownName }: Platform): string =>
  shownName === undefined ? ' in the asset' : ` on ${shownName}`;

function compareColumn(
  comparison: Comparison,
  path: string,
  expected: ComparedColumn,
  { candidates, among }: LookedUp,
  problems: string[],
): void {
  const [actual] = candidates;
  comparison.total += 1;
  if (!actual) {
    judgeColumn(comparison, path, expected, false);
    fail(comparison, path, [...problems, `is missing in the asset${couldBe(among ?? [])}`]);
    failDescendants(comparison, path, expected);
    return;
  }
  if (candidates.length > 1) problems.push(`stands ${candidates.length} times in the asset`);
  if (!comparison.asset.presenceOnly) problems.push(...typeProblems(comparison, path, expected, actual));
  judgeColumn(comparison, path, expected, problems.length === 0);
  const found = comparison.values.problemsOf(path, actual);
  fail(comparison, path, [...problems, ...found.problems]);
  if (found.blockedBy !== undefined && problems.length + found.problems.length === 0)
    comparison.blocked.push({ field: path, by: found.blockedBy });
  // A contract column without children does not restrict its nested columns, so none of them is an extra column.
  if (expected.children?.length)
    compareLevel(comparison, path, expected.children, namedAs(expected.children, fieldsOf(actual)));
}

/** Fields that stand only in a display may have lost the case of their names: they get the spelling of the contract. */
function namedAs(expected: readonly ComparedColumn[], fields: readonly AssetColumn[]): readonly AssetColumn[] {
  if (fields.every(({ fullyQualifiedName, dataType }) => fullyQualifiedName !== undefined || dataType !== 'UNKNOWN'))
    return fields;
  const spelled = new Map(expected.map(({ name }) => [name.toLowerCase(), name]));
  const names = new Set(expected.map(({ name }) => name));
  return fields.map((field) =>
    names.has(field.name) ? field : { ...field, name: spelled.get(field.name.toLowerCase()) ?? field.name },
  );
}

/** A promise that several columns judge is met where all of them say so. */
function note({ outcomes }: Comparison, path: string, isHeld: boolean): void {
  if (outcomes.get(path)?.state !== 'broken') outcomes.set(path, byCatalog(isHeld));
}

/** The column itself, and the options that its type judges. */
function judgeColumn(comparison: Comparison, path: string, { extension }: ComparedColumn, isHeld: boolean): void {
  const options = Object.keys((extension?.logicalTypeOptions ?? {}) as object);
  const ofType = options.filter((option) => option === 'timezone' || option === 'format');
  for (const promise of [`schema.${path}`, ...ofType.map((option) => `schema.${path}.${option}`)])
    note(comparison, promise, isHeld);
}

function typeProblems(comparison: Comparison, path: string, expected: ComparedColumn, actual: AssetColumn): string[] {
  const { problems, note } = compareTypes(expected, actual, comparison.policy.types, comparison.platform);
  if (note !== undefined) addNote(comparison, path, note);
  return problems;
}

function addNote({ notes }: Comparison, field: string, message: string): void {
  if (notes.length < MOST_NOTES) notes.push({ field, message });
}

function failDescendants(comparison: Comparison, path: string, { children = [] }: ComparedColumn): void {
  for (const child of children) {
    const childAt = childPath(path, child.name);
    comparison.total += 1;
    judgeColumn(comparison, childAt, child, false);
    fail(comparison, childAt, [`is missing in the asset, as is ${path}`]);
    failDescendants(comparison, childAt, child);
  }
}

/** Reports only the topmost extra column; its nested columns are implied. */
function addExtras(
  comparison: Comparison,
  parent: string,
  expected: ReadonlySet<string>,
  found: ReadonlyMap<string, readonly AssetColumn[]>,
): void {
  for (const name of found.keys()) {
    if (expected.has(name)) continue;
    comparison.total += 1;
    note(comparison, 'schemaPolicy.extraColumns', false);
    fail(comparison, childPath(parent, name), ['is in the asset but not in the contract, which forbids extra columns']);
  }
}

function fail({ failures }: Comparison, field: string, problems: readonly string[]): void {
  if (problems.length > 0) failures.push({ field, message: problems.join('; ') });
}

function nameOf({ name }: { readonly name: string }): string {
  return name;
}

/**
 * Names whose position differs between two lists. Names present in only one list are removed first, so that a missing
 * or additional column does not shift all that follow. Returns each such name with both positions, starting at 1.
 */
export function outOfPlace(
  expected: readonly string[],
  actual: readonly string[],
): Map<string, { expected: number; actual: number }> {
  const listed = new Set(expected);
  const inBoth = new Set(actual.filter((name) => listed.has(name)));
  const places = new Map(firstOnes(actual, inBoth).map((name, index) => [name, index + 1]));
  const moved = firstOnes(expected, inBoth).map((name, index) => {
    return [name, { expected: index + 1, actual: places.get(name) ?? 0 }] as const;
  });
  return new Map(moved.filter(([, position]) => position.expected !== position.actual));
}

function firstOnes(names: readonly string[], wanted: ReadonlySet<string>): string[] {
  return [...new Set(names)].filter((name) => wanted.has(name));
}
