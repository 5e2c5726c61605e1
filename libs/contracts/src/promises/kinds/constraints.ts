import { type ContractColumn } from '../../document/contract-document';
import { columnPath, unlessInsideList } from '../column-promises';
import type { PromisedColumn, PromiseKind, StatedPromise } from '../promise';

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
export const NOT_NULL: PromiseKind = {
  kind: 'notNull',
  members: MEMBERS,
  dimension: 'schema',
  isDrafted: true,
  ofColumn: stating('notNull', 'NOT_NULL'),
};

/** No value comes more than once; NULL does not count. */
export const UNIQUE: PromiseKind = {
  kind: 'unique',
  members: MEMBERS,
  dimension: 'schema',
  isDrafted: true,
  ofColumn: stating('unique', 'UNIQUE'),
};

/** The columns of a level that are marked as its key are one key. */
export const PRIMARY_KEY: PromiseKind = {
  kind: 'primaryKey',
  members: MEMBERS,
  dimension: 'schema',
  isDrafted: true,
  ofLevel: ({ path, columns }) => {
    const key = columns.filter(({ column }) => constraintsOf(column).includes('PRIMARY_KEY'));
    const [first] = key;
    if (!first) return [];
    const at = path === '' ? 'schema.primaryKey' : columnPath(path, 'primaryKey');
    return [{ kind: 'primaryKey', path: at, columns: key, ...unlessInsideList(first) }];
  },
};
