import { childPath, type AssetColumn, type AssetColumns, type TableConstraint } from '@app/contracts';

/** Determines the constraints of each column of an asset from its column constraints and table constraints. */
export class KeyColumns {
  private readonly primary: ReadonlySet<string>;
  private readonly unique: ReadonlySet<string>;
  /** Columns that are NOT_NULL beside the key. */
  private readonly notNull: ReadonlySet<string>;

  constructor({ columns, tableConstraints }: AssetColumns) {
    // Table constraints refer to a column by name, path or FQN. All are normalised to one form, so that none counts
    // twice.
    const byFqn = new Map(columns.map(({ name, fullyQualifiedName }) => [fullyQualifiedName, name]));
    const namesOf = ({ columns: over }: TableConstraint): string[] =>
      (over ?? []).map((name) => byFqn.get(name) ?? name);
    this.notNull = new Set(columns.filter(({ constraint }) => constraint === 'NOT_NULL').map(({ name }) => name));
    const ofType = (type: string) => tableConstraints.filter(({ constraintType }) => constraintType === type);
    const marked = columns.filter(({ constraint }) => constraint === 'PRIMARY_KEY').map(({ name }) => name);
    this.primary = new Set([...ofType('PRIMARY_KEY').flatMap(namesOf), ...marked]);
    this.unique = new Set(
      ofType('UNIQUE')
        .map(namesOf)
        .filter((names) => names.length === 1)
        .flat(),
    );
  }

  /** Whether the primary key has a single column: it is unique by itself. */
  get isOfOneColumn(): boolean {
    return this.primary.size <= 1;
  }

  /** Whether a declared key lies within these columns (paths of one level): then they are a key as well. */
  hasKeyWithin(paths: readonly string[]): boolean {
    const key = new Set(paths);
    if (this.primary.size > 0 && [...this.primary].every((name) => key.has(name))) return true;
    return paths.some((path) => this.unique.has(path) && this.notNull.has(path));
  }

  /**
   * Whether the asset guarantees `constraint` for a column. A primary key implies NOT_NULL and, if it has a single
   * column, UNIQUE; a UNIQUE over several columns guarantees nothing for a single one. NULL and unknown constraints
   * require nothing.
   */
  has(constraint: string, column: AssetColumn, path: string): boolean {
    const isKey = column.constraint === 'PRIMARY_KEY' || covers(this.primary, column, path);
    if (constraint === 'PRIMARY_KEY') return isKey;
    if (constraint === 'NOT_NULL') return isKey || column.constraint === 'NOT_NULL';
    if (constraint !== 'UNIQUE') return true;
    return column.constraint === 'UNIQUE' || covers(this.unique, column, path) || (isKey && this.isOfOneColumn);
  }
}

function covers(names: ReadonlySet<string>, column: AssetColumn, path: string): boolean {
  const isTopLevel = path === childPath('', column.name);
  return names.has(path) || (isTopLevel && names.has(column.name));
}
