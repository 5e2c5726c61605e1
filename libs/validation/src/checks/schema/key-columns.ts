import { childPath } from '@app/contracts';
import type { AssetColumn, AssetColumns, TableConstraint } from '@app/contracts';

/** Which constraints hold for the columns of one asset, from its column constraints and its table constraints. */
export class KeyColumns {
  private readonly primary: ReadonlySet<string>;
  private readonly unique: ReadonlySet<string>;

  constructor({ columns, tableConstraints }: AssetColumns) {
    // Table constraints name a column by its name, its path or its FQN: all become one spelling, so that none counts twice.
    const byFqn = new Map(columns.map(({ name, fullyQualifiedName }) => [fullyQualifiedName, name]));
    const namesOf = ({ columns: over }: TableConstraint): string[] =>
      (over ?? []).map((name) => byFqn.get(name) ?? name);
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

  /**
   * Whether the asset promises `constraint` for a column. A primary key implies NOT_NULL and, when it is of one column,
   * UNIQUE; a UNIQUE over several columns promises nothing of one. NULL, and what is no constraint, asks for nothing.
   */
  has(constraint: string, column: AssetColumn, path: string): boolean {
    const isKey = column.constraint === 'PRIMARY_KEY' || covers(this.primary, column, path);
    if (constraint === 'PRIMARY_KEY') return isKey;
    if (constraint === 'NOT_NULL') return isKey || column.constraint === 'NOT_NULL';
    if (constraint !== 'UNIQUE') return true;
    return column.constraint === 'UNIQUE' || covers(this.unique, column, path) || (isKey && this.primary.size <= 1);
  }
}

function covers(names: ReadonlySet<string>, column: AssetColumn, path: string): boolean {
  const isTopLevel = path === childPath('', column.name);
  return names.has(path) || (isTopLevel && names.has(column.name));
}
