import { columnPath, noCheck, unlessInsideList } from './column-promises';
import type { PromiseKind } from './promise-kind';

/** Most values of a list. */
export const MOST_ENUM_VALUES = 10_000;

/** The fault of a list of values; undefined where it has none. */
export function enumFault(value: unknown): string | undefined {
  if (!Array.isArray(value)) return 'must be a list of texts, numbers and booleans';
  if (value.length > MOST_ENUM_VALUES) return `must have at most ${MOST_ENUM_VALUES} values, has ${value.length}`;
  const at = value.findIndex((one) => !['string', 'number', 'boolean'].includes(typeof one));
  return at < 0 ? undefined : `must be a list of texts, numbers and booleans: value ${at + 1} is none`;
}

/** Values are in the list of `extension.enum`. */
export const ENUM: PromiseKind<'enum'> = {
  kind: 'enum',
  members: ['schema[].extension.enum'],
  ofColumn: (column) => {
    const value = column.column.extension?.enum;
    if (value === undefined || value === null) return [];
    const fault = enumFault(value);
    const unjudged = fault === undefined ? unlessInsideList(column) : noCheck(`enum ${fault}`);
    return [{ kind: 'enum', path: columnPath(column.path, 'enum'), column, value, ...unjudged }];
  },
  compare: { with: 'column' },
  documentPath: ({ column }, paths) => paths.ofMember(column, '.extension.enum'),
};
