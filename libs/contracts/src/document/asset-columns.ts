import { isObject } from '@app/common';
import type { ComparedColumn } from './contract-document';

/** One column (field) as its asset has it; further members are not looked at. */
export interface AssetColumn extends ComparedColumn {
  readonly fullyQualifiedName?: string;
  readonly children?: readonly AssetColumn[];
}

/** A constraint over columns of a table; `columns` holds names, paths or FQNs. */
export interface TableConstraint {
  readonly constraintType?: string;
  readonly columns?: readonly string[];
}

/** What a contract's schema is held against, whatever the type of the asset. */
export interface AssetColumns {
  readonly columns: readonly AssetColumn[];
  readonly tableConstraints: readonly TableConstraint[];
  /** True where the types are not those of columns (search index): only presence, extras and order count. */
  readonly presenceOnly: boolean;
}

type Json = Readonly<Record<string, unknown>>;

/** The asset types whose contract can have a schema, and where each keeps its columns. */
const SOURCES: Readonly<Record<string, (asset: Json) => AssetColumns>> = {
  table: (asset) => ({ ...compared(columnsAt(asset, 'columns')), tableConstraints: objects(asset.tableConstraints) }),
  topic: (asset) => compared(withoutRecord(columnsAt(asset, 'messageSchema', 'schemaFields'))),
  apiEndpoint: (asset) => compared(requestAndResponse(asset)),
  dashboardDataModel: (asset) => compared(columnsAt(asset, 'columns')),
  container: (asset) => compared(columnsAt(asset, 'dataModel', 'columns')),
  searchIndex: (asset) => ({ ...compared(columnsAt(asset, 'fields')), presenceOnly: true }),
};

export const TYPES_WITH_COLUMNS: readonly string[] = Object.keys(SOURCES);

/** The columns of an asset from its full JSON; undefined for a type that has none. What is malformed counts as absent. */
export function assetColumns(assetType: string, asset: Json): AssetColumns | undefined {
  return Object.hasOwn(SOURCES, assetType) ? SOURCES[assetType]?.(asset) : undefined;
}

function compared(columns: readonly AssetColumn[]): AssetColumns {
  return { columns, tableConstraints: [], presenceOnly: false };
}

function columnsAt(asset: Json, ...path: string[]): AssetColumn[] {
  let value: unknown = asset;
  for (const key of path) value = isObject(value) ? value[key] : undefined;
  return objects(value).filter((column): column is Json & AssetColumn => typeof column.name === 'string');
}

/** A message whose schema is one record (the Avro way) has that record's fields as its columns. */
function withoutRecord(fields: AssetColumn[]): readonly AssetColumn[] {
  const [only, second] = fields;
  const isRecord = only !== undefined && second === undefined && only.dataType?.toUpperCase() === 'RECORD';
  return isRecord ? (only.children ?? []) : fields;
}

/** Request and response together; a name in both keeps its place in the request and is the response's. */
function requestAndResponse(asset: Json): AssetColumn[] {
  const request = columnsAt(asset, 'requestSchema', 'schemaFields');
  const response = columnsAt(asset, 'responseSchema', 'schemaFields');
  const answered = new Map(response.map((column) => [column.name, column]));
  const asked = new Set(request.map(({ name }) => name));
  return [
    ...request.map((column) => answered.get(column.name) ?? column),
    ...response.filter(({ name }) => !asked.has(name)),
  ];
}

function objects(value: unknown): Json[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}
