import { columnAt } from '@app/datatypes';
import { type AssetColumns, nameCaseOf } from '../document/asset-columns';
import { childPath } from '../document/contract-document';
import type { PromisedColumn, PromiseOfColumn } from './promise';

/** The path in its asset of the column that names lead to; undefined where the asset lacks it. */
export function pathInAsset(names: readonly string[], asset: AssetColumns): string | undefined {
  return columnAt(asset.columns, names, nameCaseOf(asset)).found?.names.reduce(childPath, '');
}

/** The path of a promised column in its asset; as the contract writes it where the asset lacks it. */
export const assetPath = ({ names, path }: PromisedColumn, asset: AssetColumns): string =>
  pathInAsset(names, asset) ?? path;

/** The promise with other names of its columns, as those of their table. Its path stays that of the contract. */
export function withNames<Of extends PromiseOfColumn>(
  promise: Of,
  namesOf: (names: readonly string[]) => readonly string[],
): Of {
  const named = (column: PromisedColumn): PromisedColumn => ({ ...column, names: namesOf(column.names) });
  return 'columns' in promise
    ? { ...promise, columns: promise.columns.map(named) }
    : { ...promise, column: named(promise.column) };
}
