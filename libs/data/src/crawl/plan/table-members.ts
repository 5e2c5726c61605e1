import { joinFqn } from '@app/catalog/pure';
import { sameJson } from '@app/common';
import { followedDescription, OWN, type Comments } from './comments';
import type { CrawledTable, OwnedColumn, OwnedConstraint } from './crawled-table';

/** An entity as the catalog answers it. */
export type CatalogDocument = Readonly<Record<string, unknown>>;

/** Members of a document with what they should be; undefined is none. */
export type Members = Readonly<Record<string, unknown>>;

/** Fields of a table that a crawl compares, beside those of every answer. */
export const COMPARED_FIELDS = 'columns,tableConstraints,tablePartition,schemaDefinition,fileFormat,locationPath';

/** Constraints that a source of rows declares; others, such as sort keys, are left to their authors. */
const DECLARED: ReadonlySet<unknown> = new Set([
  'PRIMARY_KEY',
  'UNIQUE',
  'FOREIGN_KEY',
] satisfies OwnedConstraint['constraintType'][]);
const VIEWS: ReadonlySet<unknown> = new Set(['View', 'MaterializedView']);
/** Kinds whose sources know no keys: those of the catalog were written by people. */
const KEYLESS: ReadonlySet<unknown> = new Set([...VIEWS, 'External']);

/**
 * The table's members as a crawl makes them. Where it is in the catalog already, all that people added stays.
 * @param before comments of the crawl before
 */
export function tableMembers(
  { owned, comments }: CrawledTable,
  current: CatalogDocument = {},
  before: Comments = {},
): Members {
  const { tableType, tablePartition, schemaDefinition, fileFormat, locationPath } = owned;
  const description = followedDescription(current.description, comments[OWN], before[OWN]);
  const isExternal = tableType === 'External';
  return {
    description,
    tableType,
    columns: mergedColumns(owned.columns, listOf(current.columns), { comments, before, above: [] }),
    tableConstraints: mergedConstraints(owned, listOf(current.tableConstraints)),
    tablePartition: tablePartition ?? (isExternal ? current.tablePartition : undefined),
    // A source may hide the text of a view from a role that may read it.
    schemaDefinition: schemaDefinition ?? (isStillDefined(tableType, current) ? current.schemaDefinition : undefined),
    fileFormat: isExternal ? fileFormat : current.fileFormat,
    locationPath: isExternal ? locationPath : current.locationPath,
  };
}

/** The names of members that are not as they should be; an empty list is none. */
export function changedNames(members: Members, current: CatalogDocument): string[] {
  return Object.keys(members).filter((name) => !sameJson(noneIfEmpty(members[name]), noneIfEmpty(current[name])));
}

/** Only what was a view, and is a table now, loses its text. */
function isStillDefined(tableType: string, current: CatalogDocument): boolean {
  return VIEWS.has(tableType) || !VIEWS.has(current.tableType);
}

const noneIfEmpty = (value: unknown): unknown => (Array.isArray(value) && !value.length ? undefined : value);

const listOf = (value: unknown): readonly CatalogDocument[] =>
  Array.isArray(value) ? (value as CatalogDocument[]) : [];

interface ColumnComments {
  readonly comments: Comments;
  readonly before: Comments;
  readonly above: readonly string[];
}

const OWNED_MEMBERS: readonly (keyof OwnedColumn)[] = [
  'ordinalPosition',
  'dataType',
  'dataTypeDisplay',
  'constraint',
  'dataLength',
  'precision',
  'scale',
  'arrayDataType',
  'children',
];

/** The columns of the source in its order; additions by people are matched by its name. */
function mergedColumns(
  columns: readonly OwnedColumn[],
  current: readonly CatalogDocument[],
  { comments, before, above }: ColumnComments,
): CatalogDocument[] {
  const byName = new Map(current.map((column) => [column.name, column]));
  return columns.map((column) => {
    const known = byName.get(column.name) ?? {};
    const path = [...above, column.name];
    const key = joinFqn(undefined, ...path);
    const added = Object.fromEntries(
      Object.entries(known).filter(
        ([name]) => name !== 'description' && !(OWNED_MEMBERS as readonly string[]).includes(name),
      ),
    );
    const description = followedDescription(known.description, comments[key], before[key]);
    const children = column.children
      ? mergedColumns(column.children, listOf(known.children), { comments, before, above: path })
      : unseenChildren(column, known);
    return {
      ...added,
      ...column,
      ...(description !== undefined && { description }),
      ...(children !== undefined && { children }),
    };
  });
}

/** The children inside of a column, such as of JSON, where the source does not say it and the type is what it was. */
function unseenChildren(column: OwnedColumn, known: CatalogDocument): unknown {
  return known.dataType === column.dataType ? known.children : undefined;
}

function mergedConstraints(
  { tableType, columns, tableConstraints = [] }: CrawledTable['owned'],
  current: readonly CatalogDocument[],
): CatalogDocument[] {
  const names: ReadonlySet<unknown> = new Set(columns.map(({ name }) => name));
  const kept = current.filter(
    (one) =>
      (KEYLESS.has(tableType) || !DECLARED.has(one.constraintType)) &&
      ((one.columns ?? []) as unknown[]).every((name) => names.has(name)),
  );
  const declared = tableConstraints.map((constraint) => {
    const known = current.find(({ relationshipType: _, ...one }) => sameJson(one, constraint));
    return known ?? { ...constraint };
  });
  return [...declared, ...kept];
}
