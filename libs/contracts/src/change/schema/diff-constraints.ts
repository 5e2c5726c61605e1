import { sameJson } from '@app/common';
import type { ContractColumn } from '../../document/contract-document';
import { type Constraint, constraintsOf } from '../../promises/constraints';
import { type Change, breaking, compatible, info, type Sides } from '../../promises/change';

/** The constraints of one level of columns: what each says of its column, and the key that some are together. */
export class Constraints {
  private readonly words: ReadonlyMap<string, readonly Constraint[]>;
  private readonly key: readonly string[];

  constructor(columns: readonly ContractColumn[]) {
    this.words = new Map(columns.map((column) => [column.name, constraintsOf(column)]));
    this.key = columns.map(({ name }) => name).filter((name) => this.says(name, 'PRIMARY_KEY'));
  }

  isInKey(column: string): boolean {
    return this.key.includes(column);
  }

  isNeverNull(column: string): boolean {
    return this.says(column, 'NOT_NULL') || this.isInKey(column);
  }

  isUnique(column: string): boolean {
    return this.says(column, 'UNIQUE') || (this.key.length === 1 && this.key[0] === column);
  }

  sharedKeyOf(column: string): readonly string[] {
    return this.key.length > 1 && this.isInKey(column) ? this.key : [];
  }

  /** Whether these columns together never have the same values in two rows. */
  distinguishes(columns: readonly string[]): boolean {
    const isKeyAmong = this.key.length > 0 && this.key.every((column) => columns.includes(column));
    return isKeyAmong || columns.some((column) => this.isUnique(column));
  }

  /** The constraints of a column, with the columns that share its key if there are several. */
  shown(column: ContractColumn): string | undefined {
    const words = constraintsOf(column);
    if (words.length === 0) return column.constraint;
    const isShared = this.key.length > 1;
    return words
      .map((word) => (word === 'PRIMARY_KEY' && isShared ? `PRIMARY_KEY (${this.key.join(', ')})` : word))
      .join(', ');
  }

  private says(column: string, word: Constraint): boolean {
    return this.words.get(column)?.includes(word) ?? false;
  }
}

/** Changes in the constraints of one column, given those of all columns of its level. */
export function diffConstraint(
  [before, was]: readonly [ContractColumn, Constraints],
  [after, is]: readonly [ContractColumn, Constraints],
  path: string,
): Change[] {
  const dropped = promisesLost([before.name, was], [after.name, is]);
  const added = promisesLost([after.name, is], [before.name, was]);
  const sides: Sides = [was.shown(before), is.shown(after)];
  const at = `${path}.constraint`;
  if (dropped.length > 0) return [breaking(at, sides, `no longer promised: the column ${dropped.join(', ')}`)];
  if (added.length > 0) return [compatible(at, sides, `newly promised: the column ${added.join(', ')}`)];
  const [old, now] = [constraintsOf(before), constraintsOf(after)];
  if (sameJson(old, now) && (old.length > 0 || before.constraint === after.constraint)) return [];
  return [info(at, sides, old.length + now.length === 0 ? 'neither promises anything' : 'both promise the same')];
}

type Side = readonly [column: string, level: Constraints];

/** Promises of the first side about the column that the second does not make. */
function promisesLost([one, level]: Side, [other, otherLevel]: Side): string[] {
  const shared = level.sharedKeyOf(one);
  const isOut = level.isInKey(one) && !otherLevel.isInKey(other);
  const ofRows = [
    ...(level.isNeverNull(one) && !otherLevel.isNeverNull(other) ? ['is never null'] : []),
    ...(level.isUnique(one) && !otherLevel.isUnique(other) ? ['is unique'] : []),
  ];
  // A key of one column says that it is never null and unique, and no more.
  if (isOut && (ofRows.length > 0 || (shared.length > 0 && !otherLevel.isUnique(other))))
    return ['is in the primary key', ...ofRows];
  const others = shared.filter((name) => name !== one);
  const isWeaker = shared.length > 0 && !otherLevel.distinguishes(shared);
  return [...ofRows, ...(isWeaker ? [`is in the primary key with ${others.join(', ')} alone`] : [])];
}
