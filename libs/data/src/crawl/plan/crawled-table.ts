import { joinFqn } from '@app/catalog/pure';
import { jsonKey, partNameFault, uuidOfText } from '@app/common';
import {
  catalogueColumn,
  type CatalogueColumn,
  type Engine,
  type SourceColumn,
  type SourceConstraint,
  type SourceTable,
} from '@app/sources';
import { OWN, type Comments } from './comments';
import { tablePartition, type TablePartition } from './table-partition';

/** A column as a crawl owns it: all that the source says of it but the comment. */
export interface OwnedColumn extends Omit<CatalogueColumn, 'description' | 'children'> {
  readonly children?: readonly OwnedColumn[];
}

export interface OwnedConstraint {
  readonly constraintType: SourceConstraint['type'];
  readonly columns: readonly string[];
  /** FQNs of columns. */
  readonly referredColumns?: readonly string[];
}

/** The members of a table that a crawl owns, in the words of the catalog; absent is none. */
export interface OwnedTable {
  readonly tableType: SourceTable['kind'];
  readonly columns: readonly OwnedColumn[];
  readonly tableConstraints?: readonly OwnedConstraint[];
  readonly tablePartition?: TablePartition;
  readonly schemaDefinition?: string;
  readonly fileFormat?: string;
  readonly locationPath?: string;
}

/** A table of a source as a crawl would have it in the catalog. */
export interface CrawledTable {
  readonly name: string;
  readonly owned: OwnedTable;
  readonly comments: Comments;
  /** Equal where `owned` and `comments` are: a table that was compared with it needs no second look. */
  readonly digest: string;
  /** The likeness of its columns, where there are enough to know the table again under another name. */
  readonly likeness?: string;
  /** Columns that the catalog cannot have, each with why. */
  readonly leftOut: readonly { readonly name: string; readonly fault: string }[];
}

/** Tables of fewer columns are alike by chance. */
const LIKE_FROM = 3;

/**
 * @param words of the engine
 * @param refer the FQN of another table of the database, where the service has it
 */
export function crawledTable(
  table: SourceTable,
  words: Engine['typeWords'],
  refer: (schema: string, table: string) => string | undefined,
): CrawledTable {
  const leftOut: { name: string; fault: string }[] = [];
  const kept = accepted(table.columns, [], leftOut);
  const comments: Record<string, string> = {};
  if (table.comment !== undefined) comments[OWN] = table.comment;
  const names = new Set(kept.map(({ name }) => name));
  const constraints = table.constraints.filter(({ columns }) => columns.every((name) => names.has(name)));
  const columns = kept.map((column, at) =>
    withoutComments(catalogueColumn(column, at, constraints, words), [], comments),
  );
  const owned: OwnedTable = {
    tableType: table.kind,
    columns,
    ...(constraints.length && { tableConstraints: constraints.map((one) => ownedConstraint(one, refer)) }),
    ...tablePartition(table, names),
    ...(table.definition !== undefined && { schemaDefinition: table.definition }),
    ...(table.fileFormat !== undefined && { fileFormat: table.fileFormat }),
    ...(table.locationPath !== undefined && { locationPath: table.locationPath }),
  };
  return {
    name: table.name,
    owned,
    comments,
    digest: uuidOfText(jsonKey([owned, comments])),
    ...(columns.length >= LIKE_FROM && { likeness: likenessOf(columns) }),
    leftOut,
  };
}

const likenessOf = (columns: readonly OwnedColumn[]): string =>
  uuidOfText(JSON.stringify(columns.map(({ name, dataTypeDisplay }) => [name, dataTypeDisplay])));

/** Columns whose names the catalog takes. Of two siblings with one name the first stays. */
function accepted(
  columns: readonly SourceColumn[],
  above: readonly string[],
  leftOut: { name: string; fault: string }[],
): SourceColumn[] {
  const seen = new Set<string>();
  return columns.flatMap((column) => {
    const fault = seen.has(column.name) ? 'must not be that of another column' : partNameFault(column.name);
    seen.add(column.name);
    if (fault !== undefined) {
      leftOut.push({ name: [...above, column.name].join('.'), fault });
      return [];
    }
    const { children, ...own } = column;
    const below = children && accepted(children, [...above, column.name], leftOut);
    return [below?.length ? { ...own, children: below } : own];
  });
}

/** Moves the comments to a list of their own: they are no fact of the table, and people may have written better ones. */
function withoutComments(
  { description, children, ...own }: CatalogueColumn,
  above: readonly string[],
  comments: Record<string, string>,
): OwnedColumn {
  const path = [...above, own.name];
  if (description !== undefined) comments[joinFqn(undefined, ...path)] = description;
  return { ...own, ...(children && { children: children.map((child) => withoutComments(child, path, comments)) }) };
}

function ownedConstraint(
  constraint: SourceConstraint,
  refer: (schema: string, table: string) => string | undefined,
): OwnedConstraint {
  const { type: constraintType, columns } = constraint;
  if (constraint.type !== 'FOREIGN_KEY') return { constraintType, columns };
  const { schema, table, columns: others } = constraint.referred;
  const fqn = refer(schema, table);
  if (fqn === undefined) return { constraintType, columns };
  return { constraintType, columns, referredColumns: others.map((name) => joinFqn(fqn, name)) };
}
