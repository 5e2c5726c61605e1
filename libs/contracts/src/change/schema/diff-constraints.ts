import type { ContractColumn } from '../../document/contract-document';
import { type Change, type Sides, breaking, compatible, info } from '../change';

/** The promise of a constraint about a column's values. */
type Promised = 'is never null' | 'is unique' | 'is in the primary key';

/**
 * The promises of the constraints of one level of columns. A primary key is never null; a column of it is unique by itself only if
 * the key has a single column.
 */
export class Constraints {
  private readonly key: readonly string[];

  constructor(columns: readonly ContractColumn[]) {
    this.key = columns.filter(({ constraint }) => constraint === 'PRIMARY_KEY').map(({ name }) => name);
  }

  promisedOf({ constraint }: ContractColumn): Set<Promised> {
    switch (constraint) {
      case 'NOT_NULL':
        return new Set(['is never null']);
      case 'UNIQUE':
        return new Set(['is unique']);
      case 'PRIMARY_KEY':
        return new Set([
          'is in the primary key',
          'is never null',
          ...(this.key.length === 1 ? (['is unique'] as const) : []),
        ]);
      case undefined:
      default:
        return new Set();
    }
  }

  /** The constraint, with the columns that share it if there are several. */
  shown({ constraint }: ContractColumn): string | undefined {
    return constraint === 'PRIMARY_KEY' && this.key.length > 1 ? `PRIMARY_KEY (${this.key.join(', ')})` : constraint;
  }
}

/** Changes in the constraints of one column, given those of all columns of its level. */
export function diffConstraint(
  [before, was]: readonly [ContractColumn, Constraints],
  [after, is]: readonly [ContractColumn, Constraints],
  path: string,
): Change[] {
  const [had, has] = [was.promisedOf(before), is.promisedOf(after)];
  const dropped = [...had].filter((promise) => !has.has(promise));
  const added = [...has].filter((promise) => !had.has(promise));
  const sides: Sides = [was.shown(before), is.shown(after)];
  const at = `${path}.constraint`;
  if (dropped.length > 0) return [breaking(at, sides, `no longer promised: the column ${dropped.join(', ')}`)];
  if (added.length > 0) return [compatible(at, sides, `newly promised: the column ${added.join(', ')}`)];
  return before.constraint === after.constraint ? [] : [info(at, sides, 'neither promises anything')];
}
