import { structFields } from '../../catalogue/source-table';
import type { FoundTable, TableFile } from '../file-tables';
import { DUCKDB } from '../files-dialect';
import { classifying, typeOfValues } from './csv-types';
import { declaredType } from './declared-type';
import { type FileColumn, joinedColumns, structOf } from './joined-type';
import { describedColumns } from './parquet-reading';
import {
  type AskedTable,
  columnKey,
  differingNote,
  type FileEngine,
  type FileGroup,
  groupsOf,
  keyArguments,
  keyColumns,
  listOf,
  noRows,
  structOfTypes,
  type TableReading,
  unionOf,
  withKeys,
} from './table-reading';

interface JsonFile {
  readonly file: TableFile;
  readonly columns: readonly FileColumn[];
}

/** The column of values that are no objects. */
const NO_OBJECTS = 'json';

/**
 * Reads files of JSON objects by the names of their members; whole numbers stay whole.
 * @throws {SourceError} `fileMalformed`
 */
export async function jsonReading({ table, known }: AskedTable, engine: FileEngine): Promise<TableReading> {
  const found: JsonFile[] = [];
  for (const file of table.files)
    found.push({ file, columns: await describedColumns(engine, plainReader(table, [file])) });
  const filled: JsonFile[] = [];
  for (const one of found) if (!(await isWithoutRows(engine, table, one))) filled.push(one);
  const keys = keyColumns(table);
  if (filled.length === 0) {
    const columns = (known?.columns ?? []).flatMap(({ name, display }) => {
      const type = declaredType(display);
      return type === undefined ? [] : [{ name, display: type }];
    });
    return { select: columns.length ? noRows(columns) : `SELECT * FROM ${plainReader(table, table.files)}`, notes: [] };
  }
  const notes = differingNote(table, filled);
  const plain = `SELECT * FROM ${plainReader(
    table,
    filled.map(({ file }) => file),
  )}`;
  if (filled.some(({ columns }) => isNoObjects(columns))) return { select: plain, notes };
  const joined = withDeclared(joinedColumns(filled.map(({ columns }) => columns)), table);
  const groups = groupsOf(table, filled, () => '');
  const readersOf = (own: readonly FileColumn[], all: readonly FileColumn[]): string =>
    unionOf(
      groups.map((group) => ({ ...group, columns: own })),
      all,
      (group) => typedReader(table, group, all),
    );
  const exact = await exactColumns(engine, joined, (own) => readersOf(own, withKeys(own, keys)));
  const isAsFound = filled.length === 1 && keys.length === 0 && sameColumns(exact, filled[0]!.columns);
  const typed = readersOf(exact, withKeys(exact, keys));
  return { select: isAsFound || (await hasTwins(engine, exact, plain, typed)) ? plain : typed, notes };
}

const sameColumns = (some: readonly FileColumn[], others: readonly FileColumn[]): boolean =>
  some.length === others.length && some.every(({ display }, at) => display === others[at]!.display);

/** Whether members differ by the case of their names alone: the engine numbers such columns, and finds them by no name. */
async function hasTwins(
  engine: FileEngine,
  columns: readonly FileColumn[],
  plain: string,
  typed: string,
): Promise<boolean> {
  const names = new Set(columns.map(({ name }) => columnKey(name)));
  const numbered = columns.filter(({ name }) => names.has(columnKey(name).replace(/_\d+$/, '')) && /_\d+$/.test(name));
  if (numbered.length === 0) return false;
  const counts = numbered.map(({ name }) => `count(${DUCKDB.name(name)})`).join(', ');
  const [byPlace, byName] = [
    await engine.query(`SELECT ${counts} FROM (${plain})`),
    await engine.query(`SELECT ${counts} FROM (${typed})`),
  ];
  return byPlace.rows[0]!.some((count, at) => count !== byName.rows[0]![at]);
}

const isNoObjects = (columns: readonly FileColumn[]): boolean =>
  columns.length === 1 && columns[0]!.name === NO_OBJECTS;

async function isWithoutRows(engine: FileEngine, table: FoundTable, { file, columns }: JsonFile): Promise<boolean> {
  if (!isNoObjects(columns)) return false;
  const { rows } = await engine.query(`SELECT count(*) FROM ${plainReader(table, [file])}`);
  return rows[0]![0] === '0';
}

function withDeclared(columns: readonly FileColumn[], { options }: FoundTable): FileColumn[] {
  const declared = new Map(options?.columns.map((one) => [columnKey(one.name), one.display]));
  return columns.map(({ name, display }) => ({ name, display: declared.get(columnKey(name)) ?? display }));
}

const formatOf = ({ format }: FoundTable): string => (format === 'ndjson' ? `, format = 'newline_delimited'` : '');

const plainReader = (table: FoundTable, files: readonly TableFile[]): string =>
  `read_json(${listOf(files.map(({ path }) => path))}, sample_size = -1, maximum_sample_files = -1, union_by_name = true${formatOf(table)}, hive_partitioning = false)`;

const typedReader = (table: FoundTable, group: FileGroup, columns: readonly FileColumn[]): string =>
  `read_json(${listOf(group.files.map(({ path }) => path))}, columns = ${structOfTypes(group.columns)}${formatOf(table)}, ${keyArguments(group, columns)})`;

/** A number that the engine would round: a column, or a field of structs. */
interface Rounded {
  readonly path: readonly string[];
}

/** The columns, with whole numbers beyond 64 bits as decimals, or as texts. */
async function exactColumns(
  engine: FileEngine,
  columns: readonly FileColumn[],
  selectOf: (columns: readonly FileColumn[]) => string,
): Promise<FileColumn[]> {
  const rounded = columns.flatMap((column) => roundedIn(column, []));
  const types = new Map<string, string>();
  if (rounded.length) {
    const texts = columns.map((column) => retyped(column, [], () => 'VARCHAR'));
    const aggregates = rounded.flatMap(({ path: [name, ...fields] }) =>
      classifying(fields.reduce((x, field) => `struct_extract(${x}, ${DUCKDB.text(field)})`, DUCKDB.name(name!))),
    );
    const { rows } = await engine.query(`SELECT ${aggregates.join(', ')} FROM (${selectOf(texts)})`);
    const cells = rows[0]!.map(Number);
    for (const [at, { path }] of rounded.entries()) {
      const [classes, whole, scale] = cells.slice(3 * at, 3 * at + 3);
      types.set(JSON.stringify(path), numberType({ classes: classes!, whole: whole!, scale: scale! }));
    }
  }
  return columns.map((column) => retyped(column, [], (path) => types.get(JSON.stringify(path))));
}

/** A column of numbers of JSON without values, or with such as are whole and small, is one of doubles all the same. */
function numberType(values: Parameters<typeof typeOfValues>[0]): string {
  const type = typeOfValues(values);
  return values.classes === 0 || type === 'BIGINT' ? 'DOUBLE' : type;
}

const isRounding = (display: string): boolean => display === 'DOUBLE' || display === 'HUGEINT';

function roundedIn({ name, display }: FileColumn, above: readonly string[]): Rounded[] {
  const path = [...above, name];
  if (isRounding(display)) return [{ path }];
  return fieldsOf(display).flatMap((field) => roundedIn(field, path));
}

function retyped(
  { name, display }: FileColumn,
  above: readonly string[],
  typeOf: (path: readonly string[]) => string | undefined,
): FileColumn {
  const path = [...above, name];
  if (isRounding(display)) return { name, display: typeOf(path) ?? display };
  const fields = fieldsOf(display);
  if (fields.length === 0) return { name, display };
  return { name, display: structOf(fields.map((field) => retyped(field, path, typeOf))) };
}

const fieldsOf = (display: string): FileColumn[] =>
  structFields(display, (name, of) => ({ name, display: of, kind: { is: 'other' }, isNullable: true })).map(
    ({ name, display: of }) => ({ name, display: of }),
  );
