import type { ContractColumn } from '../../document/contract-document';
import { breaking, compatible, info, type Change, type Sides } from '../change';

/** What a constraint promises of the values of one column. */
type Promised = 'is never null' | 'is unique' | 'is in the primary key';

/**
 * What the constraints of one level of columns promise. A primary key is never null; by itself each of its columns is unique only
 * where the key is of one column.
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
      default:
        return new Set();
    }
  }

  /** The constraint with the columns that share it, where that tells more than the word. */
  shown({ constraint }: ContractColumn): string | undefined {
    return constraint === 'PRIMARY_KEY' && this.key.length > 1 ? `PRIMARY_KEY (${this.key.join(', ')})` : constraint;
  }
}

/** What changed in the promises about one column, from the constraints of all columns beside it. */
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
