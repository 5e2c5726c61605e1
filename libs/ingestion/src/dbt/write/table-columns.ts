import { assetPlatform } from '@app/catalog';
import { physicalType } from '@app/contracts';
import { columnNamed, type NameCase } from '@app/datatypes';
import type { DbtColumn, DbtRelation } from '../project';
import type { Governance } from './governance-writer';

export type Json = Record<string, unknown>;

export interface CatalogColumn extends Json {
  readonly name: string;
  readonly dataType?: string;
  readonly description?: string;
  readonly constraint?: string;
}

const UNKNOWN = 'UNKNOWN';

/** Types that say nothing without a length get the longest one that databases have for them. */
export function columnBody({ name, description, type }: DbtColumn): CatalogColumn {
  return {
    name,
    ...(type === undefined ? { dataType: UNKNOWN } : { ...known(type), dataTypeDisplay: type }),
    ...(description !== undefined && { description }),
  };
}

function known(type: string): { dataType: string } & Json {
  return { ...(physicalType(type) ?? { dataType: UNKNOWN }) };
}

export function tableBody(schemaFqn: string, relation: DbtRelation, governance: Governance): Json {
  const { name, tableType, description, columns } = relation;
  const [labels, owners] = [governance.labelsOf(relation), governance.ownersOf(relation)];
  return {
    name,
    databaseSchema: schemaFqn,
    tableType,
    ...(description !== undefined && { description }),
    ...(labels.length > 0 && { tags: labels.map(labelBody) }),
    ...(owners.length > 0 && { owners }),
    columns: columns.map((column) => {
      const ofColumn = governance.columnLabels(column.tags);
      return {
        ...columnBody(column),
        ...constraintOf(relation, column),
        ...(ofColumn.length > 0 && { tags: ofColumn.map(labelBody) }),
      };
    }),
  };
}

const labelBody = (tagFQN: string): Json => ({
  tagFQN,
  source: 'Classification',
  labelType: 'Automated',
  state: 'Confirmed',
});

/** dbt puts the constraints of a model on its table where it enforces the model's contract. */
function constraintOf({ enforced }: DbtRelation, { constraint }: DbtColumn): { constraint?: string } {
  return enforced && constraint ? { constraint } : {};
}

/**
 * The parts that the project knows and a table that is there lacks, as an RFC 6902 patch: missing descriptions, types that
 * were unknown, constraints of an enforced contract, missing columns that have a type. Existing values stay.
 */
export function missingParts(table: Json, relation: DbtRelation): Json[] {
  const columns = (table.columns ?? []) as CatalogColumn[];
  const patch: Json[] = [];
  const add = (path: string, value: unknown): void => void patch.push({ op: 'add', path, value });
  if (relation.description !== undefined && !table.description) add('/description', relation.description);
  const nameCase = nameCaseOf(table);
  for (const column of relation.columns) {
    const index = indexOf(columns, column.name, nameCase);
    if (index === undefined) {
      if (column.type !== undefined) add('/columns/-', { ...columnBody(column), ...constraintOf(relation, column) });
      continue;
    }
    const { description, dataType, constraint = 'NULL' } = columns[index]!;
    const own = constraintOf(relation, column).constraint;
    if (own !== undefined && constraint === 'NULL') add(`/columns/${index}/constraint`, own);
    if (column.description !== undefined && !description) add(`/columns/${index}/description`, column.description);
    const typed = column.type === undefined || dataType !== UNKNOWN ? { dataType: UNKNOWN } : columnBody(column);
    if (typed.dataType !== UNKNOWN)
      for (const [key, value] of Object.entries(typed))
        if (key !== 'name' && key !== 'description') add(`/columns/${index}/${key}`, value);
  }
  return patch;
}

/** The owners and tags that the project names and a table lacks; owners of its own stand. */
export function missingGovernance(table: Json, relation: DbtRelation, governance: Governance): Json[] {
  const owners = governance.ownersOf(relation);
  const hasOwners = ((table.owners ?? []) as Json[]).some(({ inherited }) => inherited !== true);
  const columns = (table.columns ?? []) as CatalogColumn[];
  const nameCase = nameCaseOf(table);
  const ofColumns = relation.columns.flatMap(({ name, tags }) => {
    const index = indexOf(columns, name, nameCase);
    const column = index === undefined ? undefined : columns[index];
    return column ? missingLabels(`/columns/${index}`, column, governance.columnLabels(tags)) : [];
  });
  return [
    ...(owners.length > 0 && !hasOwners ? [{ op: 'add', path: '/owners', value: owners }] : []),
    ...missingLabels('', table, governance.labelsOf(relation)),
    ...ofColumns,
  ];
}

function missingLabels(path: string, holder: Json, labels: readonly string[]): Json[] {
  const tags = (holder.tags ?? []) as Json[];
  const there = new Set(tags.map(({ tagFQN }) => tagFQN));
  const missing = labels.filter((label) => !there.has(label)).map(labelBody);
  return missing.length > 0 ? [{ op: 'add', path: `${path}/tags`, value: [...tags, ...missing] }] : [];
}

/** How the platform of a table compares names of columns. */
export const nameCaseOf = (table: Json): NameCase => assetPlatform(table).names.columns;

/** The column of a table that dbt means: as the platform reads the name, else the only one that differs by case alone. */
export function dbtColumn<Column extends { readonly name: string }>(
  columns: readonly Column[],
  name: string,
  nameCase: NameCase,
): Column | undefined {
  return columnNamed(columns, name, nameCase).found ?? columnNamed(columns, name, 'blind').found;
}

function indexOf(columns: readonly CatalogColumn[], name: string, nameCase: NameCase): number | undefined {
  const column = dbtColumn(columns, name, nameCase);
  return column && columns.indexOf(column);
}
