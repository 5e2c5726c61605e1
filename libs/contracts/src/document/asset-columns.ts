import { assetPlatform, entityTypes } from '@app/catalog/pure';
import { isObject } from '@app/common';
import type { NameCase, Platform } from '@app/datatypes';
import type { ComparedColumn } from './contract-document';

/** One column (field) of the asset; further members are ignored. */
export interface AssetColumn extends ComparedColumn {
  readonly fullyQualifiedName?: string;
  readonly children?: readonly AssetColumn[];
}

/** A constraint over columns of a table; `columns` are names, paths or FQNs. */
export interface TableConstraint {
  readonly constraintType?: string;
  readonly columns?: readonly string[];
  /** Columns of another table, by their FQNs, of a FOREIGN_KEY. */
  readonly referredColumns?: readonly string[];
}

/** The columns that a contract's schema is validated against, for any asset type. */
export interface AssetColumns {
  readonly columns: readonly AssetColumn[];
  readonly tableConstraints: readonly TableConstraint[];
  /** True if the types are not column types (search index): only presence, extra columns and order are checked. */
  readonly presenceOnly: boolean;
  /** Columns by which it is partitioned, in their order; absent: nothing is known of a partition. */
  readonly partition?: readonly string[];
  /** Whose words the types are; absent: those of no platform. */
  readonly platform?: Platform;
}

/** How the platform of an asset compares names of columns. */
export const nameCaseOf = ({ platform }: Pick<AssetColumns, 'platform'>): NameCase =>
  platform?.names.columns ?? 'exact';

type Json = Readonly<Record<string, unknown>>;

/** Paths of the columns in the document of each asset type, by its declaration. */
const COLUMN_PLACES: ReadonlyMap<string, readonly string[]> = new Map(
  entityTypes.having('contractSubject').flatMap((type) => {
    const attributes = Object.entries(entityTypes.get(type).attributes);
    const places = attributes.flatMap(([name, { parts }]) =>
      parts?.columns || parts?.fields ? [parts.below ? `${name}.${parts.below}` : name] : [],
    );
    return places.length ? [[type, places] as const] : [];
  }),
);

/** The asset types whose contract can have a schema. */
export const TYPES_WITH_COLUMNS: readonly string[] = [...COLUMN_PLACES.keys()];

/** The columns of an asset from its full JSON; undefined for a type without columns. Malformed data counts as absent. */
export function assetColumns(assetType: string, asset: Json): AssetColumns | undefined {
  const lists = COLUMN_PLACES.get(assetType)?.map((path) => columnsAt(asset, path));
  if (!lists) return undefined;
  const columns = lists.reduce(combined);
  return {
    columns: assetType === 'topic' ? withoutRecord(columns) : columns,
    tableConstraints: assetType === 'table' ? objects(asset.tableConstraints) : [],
    presenceOnly: assetType === 'searchIndex',
    ...partitionOf(asset),
    platform: assetPlatform(asset),
  };
}

function columnsAt(asset: Json, path: string): AssetColumn[] {
  let value: unknown = asset;
  for (const key of path.split('.')) value = isObject(value) ? value[key] : undefined;
  return objects(value).filter((column): column is Json & AssetColumn => typeof column.name === 'string');
}

/** A message schema that is a single record (as in Avro) has that record's fields as columns. */
function withoutRecord(fields: AssetColumn[]): readonly AssetColumn[] {
  const [only, second] = fields;
  const isRecord = only !== undefined && second === undefined && only.dataType?.toUpperCase() === 'RECORD';
  return isRecord ? (only.children ?? []) : fields;
}

/** Request and response fields combined; a name in both has its position in the request and its definition in the response. */
function combined(request: AssetColumn[], response: AssetColumn[]): AssetColumn[] {
  const answered = new Map(response.map((column) => [column.name, column]));
  const asked = new Set(request.map(({ name }) => name));
  return [
    ...request.map((column) => answered.get(column.name) ?? column),
    ...response.filter(({ name }) => !asked.has(name)),
  ];
}

function partitionOf({ tablePartition }: Json): Pick<AssetColumns, 'partition'> {
  const names = objects(isObject(tablePartition) ? tablePartition.columns : undefined).flatMap(({ columnName }) =>
    typeof columnName === 'string' ? [columnName] : [],
  );
  return names.length > 0 ? { partition: names } : {};
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
