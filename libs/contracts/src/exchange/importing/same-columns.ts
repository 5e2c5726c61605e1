import { type AssetColumns, nameCaseOf } from '../../document/asset-columns';
import { ColumnNames } from '../../promises/column-names';
import { platformOf } from '@app/datatypes';
import type { Json } from '../../document/json';
import { type AssetLevel, columnElements, columnName } from '../../odcs/mapping/read-columns';

/** A contract and its own document. */
export interface OwnDocument {
  readonly current: Json;
  readonly own: Json;
}

/** A column of a contract, as it may be renamed. */
interface Named {
  name: string;
  children?: Named[];
}

interface Level extends AssetLevel {
  readonly names: ColumnNames;
}

/**
 * Calls columns as a document does that is laid over the contract's own, where the platform reads both names alike: a merge then finds
 * them by their names.
 *
 * @param at index of the contract's object in the schema of its own document
 * @param sent the object of the other document
 */
export function withNamesOf(
  sent: Json | undefined,
  { current, own }: OwnDocument,
  at: number,
  asset: Pick<AssetColumns, 'columns' | 'platform'> = { columns: [] },
): OwnDocument {
  const object = (own.schema as readonly (Json | undefined)[] | undefined)?.[at];
  if (!sent || !object) return { current, own };
  const { columns: existing, platform = platformOf() } = asset;
  const names = ColumnNames.of({ platform, columns: existing });
  const named = structuredClone({ object, columns: (current.schema ?? []) as Named[] });
  rename(named.object, sent, named.columns, { existing, nameCase: nameCaseOf(asset), names });
  const schema = (own.schema as readonly Json[]).map((one, index) => (index === at ? named.object : one));
  return {
    current: { ...current, ...(current.schema !== undefined && { schema: named.columns }) },
    own: { ...own, schema },
  };
}

function rename(element: Json, sent: Json, columns: readonly Named[], level: Level): void {
  const { names } = level;
  const [ours, theirs] = [columnElements(element).elements, columnElements(sent).elements];
  const keyOf = (one: Json): string => names.keyOf(columnName(one, level));
  for (const property of ours) {
    const [other, another] = theirs.filter((one) => one.name === property.name || keyOf(one) === keyOf(property));
    const isSame = other && !another && !ours.some((one) => one !== property && one.name === other.name);
    if (!isSame) continue;
    const was = columnName(property, level);
    const is = columnName({ ...property, ...other }, level);
    (property as { name?: unknown }).name = other.name;
    const column = columns.find(({ name }) => name === was);
    if (column && !columns.some(({ name }) => name === is)) column.name = is;
    const below = names.below(was);
    rename(property, other, column?.children ?? [], { ...level, existing: below.existing, names: below });
  }
}
