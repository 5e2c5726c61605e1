import { type ContractColumn } from '../document/contract-document';
import { columnPath, unlessInsideList } from './column-promises';
import type { PromisedColumn, StatedPromise } from './promise';
import type { PromiseKind } from './promise-kind';

/** Constraints that promise something, the strongest first. */
export const CONSTRAINTS = ['PRIMARY_KEY', 'UNIQUE', 'NOT_NULL'] as const;
export type Constraint = (typeof CONSTRAINTS)[number];

/** The constraints of a column, the strongest first: PRIMARY_KEY implies NOT_NULL, which then is not among them. */
export function constraintsOf({ constraint, constraints }: ContractColumn): readonly Constraint[] {
  const words = [constraint, ...(Array.isArray(constraints) ? (constraints as unknown[]) : [])];
  const said = new Set(words.map((word) => (typeof word === 'string' ? word.toUpperCase() : word)));
  const found = CONSTRAINTS.filter((word) => said.has(word));
  return found[0] === 'PRIMARY_KEY' ? found.filter((word) => word !== 'NOT_NULL') : found;
}

const stating =
  (kind: 'notNull' | 'unique', word: Constraint) =>
  (column: PromisedColumn): readonly StatedPromise[] =>
    constraintsOf(column.column).includes(word)
      ? [{ kind, path: columnPath(column.path, word), column, ...unlessInsideList(column) }]
      : [];

const MEMBERS = ['schema[].constraint', 'schema[].constraints'];

/** No row is NULL in the column. */
export const NOT_NULL: PromiseKind<'notNull'> = {
  kind: 'notNull',
  members: MEMBERS,
  ofColumn: stating('notNull', 'NOT_NULL'),
  compare: { with: 'column' },
  documentPath: ({ column }, paths) => paths.ofColumn(column, '.required'),
};

/** No value comes more than once; NULL does not count. */
export const UNIQUE: PromiseKind<'unique'> = {
  kind: 'unique',
  members: MEMBERS,
  ofColumn: stating('unique', 'UNIQUE'),
  compare: { with: 'column' },
  documentPath: ({ column }, paths) => paths.ofColumn(column, '.unique'),
};

/** The key columns of a level form one key. */
export const PRIMARY_KEY: PromiseKind<'primaryKey'> = {
  kind: 'primaryKey',
  members: MEMBERS,
  ofLevel: ({ path, columns }) => {
    const key = columns.filter(({ column }) => constraintsOf(column).includes('PRIMARY_KEY'));
    const [first] = key;
    if (!first) return [];
    const at = path === '' ? 'schema.primaryKey' : columnPath(path, 'primaryKey');
    return [{ kind: 'primaryKey', path: at, columns: key, ...unlessInsideList(first) }];
  },
  compare: { with: 'column' },
  documentPath: ({ columns }, paths) => paths.ofColumn(columns[0]!, '.primaryKey'),
};
