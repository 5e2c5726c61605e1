import { entityTypes } from '@app/catalog/pure';
import type { ErrorDetail } from '@app/common';
import { columnAt, columnNamed, foldName, type NameCase } from '@app/datatypes';
import { type AssetColumn, type AssetColumns, assetColumns, nameCaseOf, TYPES_WITH_COLUMNS } from './asset-columns';
import { type ComparedColumn, type ContractColumn, type ContractDocument, childPath } from './contract-document';
import { allowedCount, allowedHint, couldBe, hintCost } from './near-names';

/** The types that a contract can be attached to. A contract of a data product is inherited by its assets. */
export const CONTRACT_SUBJECTS: readonly string[] = entityTypes.having('contractSubject');

/** The asset types whose test cases a contract can expect to pass. */
const TYPES_WITH_QUALITY = entityTypes.get('testCase').parents.flatMap(({ types }) => types);

/** Maximum name comparisons for hints in one document; beyond it, hints give only counts. About 20 ms. */
const MOST_COMPARED = 20_000;

export interface AgainstAsset {
  /** Accepts columns that the asset lacks (`?allowDrift=true`). */
  readonly allowDrift?: boolean;
  /** The stored contract: references to columns that the asset has since lost remain editable. */
  readonly previous?: Pick<ContractDocument, 'schema' | 'sla' | 'security'>;
}

/**
 * Errors of a (normalized) contract against its asset: parts that its type cannot have, and missing columns, each with its path in
 * the document. `asset` is the full JSON of the asset.
 */
export function checkAgainstAsset(
  document: ContractDocument,
  assetType: string,
  asset: Readonly<Record<string, unknown>>,
  { allowDrift = false, previous = {} }: AgainstAsset = {},
): ErrorDetail[] {
  if (!CONTRACT_SUBJECTS.includes(assetType)) return [unsupported(assetType)];
  const faults = [
    ...partFault('schema', document.schema, assetType, TYPES_WITH_COLUMNS),
    ...partFault('qualityExpectations', document.qualityExpectations, assetType, TYPES_WITH_QUALITY),
  ];
  const columns = assetColumns(assetType, asset);
  if (!columns) return faults;
  const twice = doubleFaults(document.schema ?? [], columns, previous.schema ?? []);
  if (allowDrift) return [...faults, ...twice];
  const top: Level = { field: 'schema', path: '', existing: columns.columns };
  const missing = new MissingColumns(assetType, nameCaseOf(columns), previous.schema ?? []);
  return [
    ...faults,
    ...twice,
    ...missing.of(document.schema ?? [], top),
    ...missing.named(document, columns.columns, previous),
  ];
}

function unsupported(type: string): ErrorDetail {
  const allowed = CONTRACT_SUBJECTS.join(', ');
  return { field: 'entity.type', message: `nothing of type ${type} can have a data contract; allowed: ${allowed}` };
}

function partFault(
  field: string,
  part: readonly unknown[] | undefined,
  type: string,
  allowed: readonly string[],
): ErrorDetail[] {
  if (!part?.length || allowed.includes(type)) return [];
  return [{ field, message: `the contract of a ${type} cannot have ${field}; allowed for: ${allowed.join(', ')}` }];
}

/** One level of columns: its path in the document, its path in the asset, and the asset's columns there. */
interface Level {
  readonly field: string;
  readonly path: string;
  readonly existing: readonly AssetColumn[];
}

class MissingColumns {
  private readonly previousPaths: ReadonlySet<string>;
  private compared = 0;

  constructor(
    private readonly assetType: string,
    private readonly nameCase: NameCase,
    previous: readonly ContractColumn[],
  ) {
    this.previousPaths = new Set(pathsOf(previous));
  }

  of(columns: readonly ContractColumn[], { field, path, existing }: Level): ErrorDetail[] {
    const names = [...new Set(existing.map(({ name }) => name))];
    return columns.flatMap((column, index) => {
      const at = `${field}[${index}]`;
      const below = childPath(path, column.name);
      const { found, among } = columnNamed(existing, column.name, this.nameCase);
      const missing = !found && !this.previousPaths.has(below);
      const message = (): string => this.message(below, column.name, names, among);
      const fault = missing ? [{ field: `${at}.name`, message: message() }] : [];
      const inside = { field: `${at}.children`, path: below, existing: found?.children ?? [] };
      return [...fault, ...this.of(column.children ?? [], inside)];
    });
  }

  /** Columns named in SLA and policies. Not checked for an asset without columns. */
  named(
    document: ContractDocument,
    columns: readonly AssetColumn[],
    previous: Pick<ContractDocument, 'sla' | 'security'>,
  ): ErrorDetail[] {
    if (!columns.length) return [];
    const paths = new Set(pathsOf(columns));
    const stored = new Set(columnMentions(previous).map(({ name }) => name));
    // Nested columns are also accepted by their name alone.
    const all = [...new Set(namesOf(columns))].map((name) => ({ name }));
    return columnMentions(document).flatMap(({ field, name }) => {
      // Blank names are already reported.
      if (name.trim() === '' || stored.has(name)) return [];
      const { found, among } = columnAt(columns, name, this.nameCase);
      if (found || columnNamed(all, name, this.nameCase).found) return [];
      const candidates = among.map(({ column }) => column);
      return [{ field, message: this.message(name, name, [...paths], candidates) }];
    });
  }

  /** @param among the columns that could be meant */
  private message(path: string, name: string, names: readonly string[], among: readonly AssetColumn[] = []): string {
    this.compared += hintCost(names);
    const hint = this.compared <= MOST_COMPARED ? allowedHint(name, names) : allowedCount(names);
    return `the ${this.assetType} has no column ${path}${couldBe(among)}; ${hint}`;
  }
}

/** Two columns of a contract that are one column of the asset, but for those that are stored so. */
function doubleFaults(
  columns: readonly ContractColumn[],
  { columns: existing, platform }: Pick<AssetColumns, 'columns' | 'platform'>,
  previous: readonly ContractColumn[],
  field = 'schema',
): ErrorDetail[] {
  const nameCase = nameCaseOf({ platform });
  const stored = new Map(previous.map((column) => [column.name, column]));
  const firstAt = new Map<string, number>();
  return columns.flatMap((column, index) => {
    const at = `${field}[${index}]`;
    const found = columnNamed(existing, column.name, nameCase).found;
    const name = found?.name ?? (nameCase === 'blind' ? foldName(column.name, nameCase) : column.name);
    const first = firstAt.get(name);
    firstAt.set(name, first ?? index);
    const other = first === undefined ? undefined : columns[first]!.name;
    // Equal names are reported for what they are.
    const isDouble = other !== undefined && other !== column.name && !(stored.has(other) && stored.has(column.name));
    const where = platform?.shownName === undefined ? '' : ` on ${platform.shownName}`;
    const message = `the column ${column.name} is there twice${where}, see ${field}[${first}] (${other})`;
    const inside = { columns: found?.children ?? [], platform };
    const before = stored.get(column.name)?.children ?? [];
    return [
      ...(isDouble ? [{ field: `${at}.name`, message }] : []),
      ...doubleFaults(column.children ?? [], inside, before, `${at}.children`),
    ];
  });
}

function pathsOf(columns: readonly ComparedColumn[], parent = ''): string[] {
  return columns.flatMap((column) => {
    const path = childPath(parent, column.name);
    return [path, ...pathsOf(column.children ?? [], path)];
  });
}

interface Mention {
  readonly field: string;
  readonly name: string;
}

function columnMentions({ sla, security }: Pick<ContractDocument, 'sla' | 'security'>): Mention[] {
  const ofSla = sla?.columnName === undefined ? [] : [{ field: 'sla.columnName', name: sla.columnName }];
  const ofPolicies = (security?.policies ?? []).flatMap(({ rowFilters = [] }, i) =>
    rowFilters.map(({ columnName: name }, j) => ({
      field: `security.policies[${i}].rowFilters[${j}].columnName`,
      name,
    })),
  );
  return [...ofSla, ...ofPolicies];
}

/** The names of columns in all depths. */
function namesOf(columns: readonly ComparedColumn[]): string[] {
  return columns.flatMap(({ name, children = [] }) => [name, ...namesOf(children)]);
}
