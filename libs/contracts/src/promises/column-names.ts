import { assetPlatform } from '@app/catalog/pure';
import { groupBy } from '@app/common';
import { columnAt, columnNamed, foldName, type NameCase, type Platform, unquotedName } from '@app/datatypes';
import { type AssetColumn, assetColumns } from '../document/asset-columns';
import { childPath } from '../document/contract-document';

export interface ComparedAsset {
  /** Whose words the types are, and how names are compared. */
  readonly platform: Platform;
  /** Absent: those of the contracts are all that is known. */
  readonly columns?: readonly AssetColumn[];
}

/** @param asset its full JSON */
export function comparedAsset(type: string, asset: Readonly<Record<string, unknown>>): ComparedAsset {
  const columns = assetColumns(type, asset)?.columns;
  return { platform: assetPlatform(asset), ...(columns && { columns }) };
}

/** Names of columns in a comparison: names that mean one column of the asset are one name. */
export class ColumnNames {
  constructor(
    readonly nameCase: NameCase,
    readonly existing: readonly AssetColumn[] = [],
  ) {}

  static of({ platform, columns }: ComparedAsset): ColumnNames {
    return new ColumnNames(platform.names.columns, columns);
  }

  below(name: string): ColumnNames {
    return new ColumnNames(this.nameCase, columnNamed(this.existing, name, this.nameCase).found?.children);
  }

  /** A key that names of this level share if they mean one column: the asset's own name, else the name as the platform reads it. */
  keyOf(name: string): string {
    return columnNamed(this.existing, name, this.nameCase).found?.name ?? this.read(name);
  }

  /** The same of a text that may be a path. */
  keyOfPath(path: string): string {
    const found = columnAt(this.existing, path, this.nameCase).found;
    return found ? found.names.reduce(childPath, '') : this.read(path);
  }

  /**
   * The earlier name of each later one that means the same column. A name that both have is no other one; nor is one for which there are two
   * candidates.
   */
  aliases(before: readonly string[], after: readonly string[]): ReadonlyMap<string, string> {
    const gone = this.single(before, after);
    const come = this.single(after, before);
    return new Map(
      [...come].flatMap(([key, name]) => {
        const old = gone.get(key);
        return old === undefined ? [] : [[name, old] as const];
      }),
    );
  }

  /** Names by their keys, without those that the others have as well, and without keys of several. */
  private single(names: readonly string[], others: readonly string[]): Map<string, string> {
    const known = new Set(others);
    const byKey = groupBy(names, (name) => this.keyOf(name));
    const alone = [...byKey].flatMap(([key, [name, another]]) =>
      name === undefined || another !== undefined || known.has(name) ? [] : [[key, name] as const],
    );
    return new Map(alone);
  }

  private read(name: string): string {
    return unquotedName(name) ?? foldName(name, this.nameCase);
  }
}
