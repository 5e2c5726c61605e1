import { columnNamed, type NameCase } from '@app/datatypes';
import { type ContractColumn, childPath } from '../document/contract-document';
import type { PromisedColumn, PromisedLevel, StatedPromise, Unjudged } from './promise';

/** Types whose children are fields of each element. */
const LISTS: ReadonlySet<string> = new Set(['ARRAY', 'MAP']);

export const columnPath = (column: string, member?: string): string =>
  `schema.${column}${member === undefined ? '' : `.${member}`}`;

const OF_DOCUMENT = 'odcs:';

/** The path of a promise that only the stored document states. @param at its path in the document */
export const storedPath = (at: string): string => `${OF_DOCUMENT}${at}`;

/** The reverse of `storedPath`. */
export const pathInDocument = ({ path }: Pick<StatedPromise, 'path'>): string => path.slice(OF_DOCUMENT.length);

export function levelOf(columns: readonly ContractColumn[], parent?: PromisedColumn): PromisedLevel {
  return { path: parent?.path ?? '', columns: columns.map((column) => promisedColumn(column, parent)) };
}

const promisedColumn = (column: ContractColumn, parent: PromisedColumn | undefined): PromisedColumn => ({
  path: childPath(parent?.path ?? '', column.name),
  names: [...(parent?.names ?? []), column.name],
  insideList: parent !== undefined && (parent.insideList || LISTS.has(parent.column.dataType ?? '')),
  column,
});

/**
 * The column of a list that was called so: the contract may write its name in another way that the platform reads alike.
 * @param parent of the columns of the list
 */
export function columnCalled(
  columns: readonly ContractColumn[],
  name: string,
  nameCase: NameCase = 'exact',
  parent?: PromisedColumn,
): PromisedColumn | undefined {
  const { found } = columnNamed(columns, name, nameCase);
  return found && promisedColumn(found, parent);
}

/** Promises of all columns in document order: a column, then its fields; at the end of a level what the level states. */
export function columnPromises(
  level: PromisedLevel,
  ofColumn: (column: PromisedColumn) => readonly StatedPromise[],
  ofLevel: (level: PromisedLevel) => readonly StatedPromise[],
): StatedPromise[] {
  const stated: StatedPromise[] = [];
  for (const column of level.columns) {
    for (const promise of ofColumn(column)) stated.push(promise);
    const { children } = column.column;
    if (!children?.length) continue;
    for (const promise of columnPromises(levelOf(children, column), ofColumn, ofLevel)) stated.push(promise);
  }
  for (const promise of ofLevel(level)) stated.push(promise);
  return stated;
}

const INSIDE_LIST: Unjudged = { reason: 'insideList', message: 'Fields inside a list or map are not checked' };

/** The reason why rows cannot judge a promise of a column. */
export const unlessInsideList = ({ insideList }: PromisedColumn): { readonly unjudged?: Unjudged } =>
  insideList ? { unjudged: INSIDE_LIST } : {};

export const noCheck = (message: string): { readonly unjudged: Unjudged } => ({
  unjudged: { reason: 'noCheck', message },
});

/** The same where the asset is not known well enough. */
export const noCheckUnlessFound = (message: string): { readonly unlessFound: Unjudged } => ({
  unlessFound: { reason: 'noCheck', message },
});

/** Names of one list: each after the first of equal ones has ` 2`, ` 3` … behind it. */
export function numbered(): (name: string) => string {
  const counts = new Map<string, number>();
  return (name) => {
    const count = (counts.get(name) ?? 0) + 1;
    counts.set(name, count);
    return count === 1 ? name : `${name} ${count}`;
  };
}
