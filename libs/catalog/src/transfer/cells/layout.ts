/**
 * The columns of a CSV of tables. A file has one row per table column, in order, nested columns after their parent.
 * `databaseSchema` and `table` are on every row, the other table cells only on its first row. A table without columns has one row.
 */

/**
 * Content of a cell: text; an integer; true or false; names separated by `;`; references `type:FQN` separated by `;`; labels separated
 * by `;`; parameters `name=value` separated by `;`; all members without a cell of their own, as one JSON object.
 */
export type CellKind = 'text' | 'integer' | 'boolean' | 'names' | 'references' | 'labels' | 'parameters' | 'rest';

export interface Cell {
  readonly header: string;
  /** The body member; absent for the rest. */
  readonly member: string;
  readonly kind: CellKind;
}

export const SCHEMA = 'databaseSchema';
export const TABLE = 'table';
/** The column path, quoted and joined as in an FQN: `address.street`. */
export const COLUMN = 'column';

export const cells = (prefix: string, members: Readonly<Record<string, CellKind>>): readonly Cell[] =>
  Object.entries(members).map(([member, kind]) => ({ header: `${prefix}${member}`, member, kind }));

export const TABLE_CELLS = cells('', {
  displayName: 'text',
  description: 'text',
  tableType: 'text',
  owners: 'references',
  tags: 'labels',
  domains: 'names',
  dataProducts: 'names',
  sourceUrl: 'text',
  retentionPeriod: 'text',
  more: 'rest',
});

export const COLUMN_CELLS = cells('column.', {
  displayName: 'text',
  description: 'text',
  dataType: 'text',
  arrayDataType: 'text',
  dataLength: 'integer',
  precision: 'integer',
  scale: 'integer',
  dataTypeDisplay: 'text',
  constraint: 'text',
  ordinalPosition: 'integer',
  tags: 'labels',
  more: 'rest',
});

const header = ({ header: name }: Cell): string => name;

export const HEADERS: readonly string[] = [
  SCHEMA,
  TABLE,
  ...TABLE_CELLS.map(header),
  COLUMN,
  ...COLUMN_CELLS.map(header),
];
