import { SourceError } from '../../reason';
import type { KnownTable, ListingNote } from '../../engine';
import type { Encoding, FileHead } from '../engine/engine-message';
import { MIXED_ENDS, NOT_UTF8 } from '../file-fault';
import type { FoundTable, TableFile } from '../file-tables';
import { DUCKDB } from '../files-dialect';
import {
  columnName,
  columnNames,
  csvStart,
  delimiterOf,
  isUnreadable,
  lineOfOtherEnd,
  looksLikeData,
} from './csv-header';
import { classifying, typeOfValues } from './csv-types';
import { declaredType } from './declared-type';
import { type FileColumn, joinedColumns } from './joined-type';
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

const TEXT = 'VARCHAR';
/** Columns that have another value than numbers, dates and the like in so many rows are texts; the others are looked at whole. */
const FIRST_ROWS = 20_000;

/** A file of cells, with the columns of its first line. */
interface CsvFile {
  readonly file: TableFile;
  readonly delimiter: string;
  readonly hasHeader: boolean;
  readonly looksLikeData: boolean;
  readonly columns: readonly FileColumn[];
}

type CsvGroup = FileGroup & { readonly first: CsvFile };

/**
 * Reads files of cells: the first line of each names its columns, types are those of all values of the table. Every line has to have as many
 * cells as the first.
 * @throws {SourceError} `fileMalformed`
 */
export async function csvReading(asked: AskedTable, engine: FileEngine): Promise<TableReading | undefined> {
  const { table, known, takesChanges } = asked;
  const files: CsvFile[] = [];
  for (const file of table.files) {
    const found = await csvFile(file, asked, engine);
    if (found) files.push(found);
  }
  if (files.length === 0) return undefined;
  const keys = keyColumns(table);
  const columns = withKeys(joinedColumns(files.map((one) => one.columns)), keys);
  const groups = groupsOf(table, files, ({ columns: own, delimiter, hasHeader }) =>
    JSON.stringify([own, delimiter, hasHeader]),
  );
  const doubt = doubtOf(asked, files, columns, keys);
  const notes = [
    ...differingNote(table, files),
    ...(doubt?.code === 'headerLooksLikeData' ? [] : dataNote(table, files)),
  ];
  const readerOf = (group: CsvGroup): string => csvReader(table, group, columns);
  const typed = await typedColumns(engine, { table, columns, keys, known }, unionOf(groups, columns, readerOf)).catch(
    async (error: unknown) => {
      throw (await mixedEnds(error, asked, engine)) ?? error;
    },
  );
  const select = typed.hasRows ? unionOf(groups, typed.columns, readerOf) : noRows(typed.columns);
  return { select, notes, ...(doubt && !takesChanges && { doubt }) };
}

/** The line of an error that has none: the first that ends in another way. */
async function mixedEnds(error: unknown, { table }: AskedTable, engine: FileEngine): Promise<SourceError | undefined> {
  const { options, files } = table;
  if (!(error instanceof SourceError) || !error.message.endsWith(MIXED_ENDS)) return undefined;
  const file = files.find(({ name }) => error.message.startsWith(`${name} cannot`));
  if (!file) return undefined;
  const { text } = await engine.head(file, options?.encoding ?? 'utf-8');
  const line = lineOfOtherEnd(text, options?.quote ?? '"');
  return line === undefined ? undefined : malformed(file, 'it ends in another way than the lines before it', line);
}

async function csvFile(
  file: TableFile,
  { table, known }: AskedTable,
  engine: FileEngine,
): Promise<CsvFile | undefined> {
  const { options, format } = table;
  const { text, isWhole } = await headOf(file, options?.encoding ?? 'utf-8', engine);
  if (text === '') return undefined;
  const quote = options?.quote ?? '"';
  const delimiter = options?.delimiter ?? (format === 'tsv' ? '\t' : delimiterOf(text, isWhole, quote));
  const start = csvStart(text, isWhole, { delimiter, quote });
  if ('fault' in start) throw malformed(file, start.fault);
  const cells = start.records[0]!;
  if (isUnreadable(cells)) throw malformed(file, options?.encoding ? `it is not ${options.encoding}` : NOT_UTF8);
  const isLikeData = options?.header === undefined && looksLikeData(cells);
  const hasHeader = options?.header ?? !(isLikeData && (!known || isPositional(known, cells.length)));
  const declared = new Map(options?.columns.map((one) => [columnKey(one.name), one.display]));
  const names = hasHeader
    ? columnNames(cells)
    : columnNames(cells.map((_, at) => options?.columns[at]?.name ?? columnName(at)));
  const columns = names.map((name) => ({ name, display: declared.get(columnKey(name)) ?? TEXT }));
  return { file, delimiter, hasHeader, looksLikeData: isLikeData, columns };
}

async function headOf(file: TableFile, encoding: Encoding, engine: FileEngine): Promise<FileHead> {
  try {
    return await engine.head(file, encoding);
  } catch (error) {
    if (!(error instanceof SourceError) || error.reason !== 'fileMalformed') throw error;
    throw malformed(file, error.message);
  }
}

/** Whether the catalog has the table without names of columns, as it was made without a header. */
function isPositional({ columns }: KnownTable, count: number): boolean {
  const names = new Set(columns.map(({ name }) => name));
  return Array.from({ length: count }, (_, at) => columnName(at)).every((name) => names.has(name));
}

/** The header of a known table that is another, or may be a row. */
function doubtOf(
  { table, known }: AskedTable,
  files: readonly CsvFile[],
  columns: readonly FileColumn[],
  keys: readonly FileColumn[],
): TableReading['doubt'] {
  const ofFolders = new Set(keys.map(({ name }) => columnKey(name)));
  const before = known?.columns.filter(({ name }) => !ofFolders.has(columnKey(name))) ?? [];
  const names = new Set(before.map(({ name }) => columnKey(name)));
  const suspicious = files.find((one) => {
    const isNew = one.columns.some(({ name }) => !names.has(columnKey(name)));
    return one.looksLikeData && one.hasHeader && isNew;
  });
  if (known && suspicious) return { code: 'headerLooksLikeData', message: likeData(suspicious) };
  const isNamed = table.options?.header === true && before.every(({ name }) => /^column\d+$/.test(name));
  if (before.length < 2 || isNamed || columns.some(({ name }) => names.has(columnKey(name)))) return undefined;
  const message = `None of the ${before.length} columns that the catalog has is in the header of ${files[0]!.file.name}: they stay as they are until a crawl with confirmDeletions`;
  return { code: 'headerChanged', message };
}

function dataNote({ schema, name }: FoundTable, files: readonly CsvFile[]): ListingNote[] {
  const found = files.find((one) => one.looksLikeData);
  return found ? [{ code: 'headerLooksLikeData', schema, name, message: likeData(found) }] : [];
}

const likeData = ({ file, hasHeader }: CsvFile): string =>
  `The first line of ${file.name} reads as numbers, dates or e-mail addresses: it is taken for ${hasHeader ? 'the header' : 'data'}; say by header of the table in tables which it is`;

function csvReader({ options }: FoundTable, group: CsvGroup, columns: readonly FileColumn[]): string {
  const { delimiter, hasHeader } = group.first;
  const quote = options?.quote ?? '"';
  const options_ = [
    listOf(group.files.map(({ path }) => path)),
    `header = ${hasHeader}`,
    // Nothing is found out by the engine, which would take other lines for the header where a line is broken.
    'auto_detect = false, strict_mode = true, null_padding = false, ignore_errors = false',
    `delim = ${DUCKDB.text(delimiter)}, quote = ${DUCKDB.text(quote)}, escape = ${DUCKDB.text(quote)}`,
    `nullstr = ${listOf(['', ...(options?.nullValues ?? [])])}`,
    ...(options?.encoding ? [`encoding = ${DUCKDB.text(options.encoding)}`] : []),
    `columns = ${structOfTypes(group.columns)}`,
    keyArguments(group, columns),
  ];
  return `read_csv(${options_.join(', ')})`;
}

interface Untyped {
  readonly table: FoundTable;
  readonly columns: readonly FileColumn[];
  readonly keys: readonly FileColumn[];
  readonly known: KnownTable | undefined;
}

/** The columns with types that all their values have, found in a pass over the whole table, in which each cell is read. */
async function typedColumns(
  engine: FileEngine,
  { table, columns, keys, known }: Untyped,
  select: string,
): Promise<{ readonly columns: readonly FileColumn[]; readonly hasRows: boolean }> {
  const fixed = new Set([...keys, ...(table.options?.columns ?? [])].map(({ name }) => columnKey(name)));
  const isOpen = ({ name, display }: FileColumn): boolean => display === TEXT && !fixed.has(columnKey(name));
  const open = columns.filter(isOpen);
  const first = await classesOf(engine, `SELECT * FROM (${select}) LIMIT ${FIRST_ROWS}`, open, []);
  const candidates = open.filter((_, at) => typeOfValues(first.found[at]!) !== TEXT || first.found[at]!.classes === 0);
  const others = columns.filter((column) => !candidates.includes(column));
  const all = await classesOf(engine, select, candidates, others);
  if (all.rows === 0)
    return { hasRows: false, columns: columns.map((column) => (isOpen(column) ? asKnown(column, known) : column)) };
  const types = new Map(candidates.map(({ name }, at) => [name, typeOfValues(all.found[at]!)]));
  return {
    hasRows: true,
    columns: columns.map(({ name, display }) => ({ name, display: types.get(name) ?? display })),
  };
}

async function classesOf(
  engine: FileEngine,
  select: string,
  columns: readonly FileColumn[],
  others: readonly FileColumn[],
): Promise<{ readonly rows: number; readonly found: readonly Parameters<typeof typeOfValues>[0][] }> {
  const aggregates = columns.flatMap(({ name }) => classifying(DUCKDB.name(name)));
  // A cell that is not asked for is not read.
  const counted = others.map(({ name }) => `count(${DUCKDB.name(name)})`);
  const { rows } = await engine.query(`SELECT ${['count(*)', ...aggregates, ...counted].join(', ')} FROM (${select})`);
  const [count, ...cells] = rows[0]!.map(Number);
  const found = columns.map((_, at) => {
    const [classes, whole, scale] = cells.slice(3 * at, 3 * at + 3);
    return { classes: classes!, whole: whole!, scale: scale! };
  });
  return { rows: count!, found };
}

/** A header without rows says nothing of types: those of the catalog stay. */
function asKnown(column: FileColumn, known: KnownTable | undefined): FileColumn {
  const before = known?.columns.find(({ name }) => columnKey(name) === columnKey(column.name));
  return { ...column, display: declaredType(before?.display) ?? column.display };
}

function malformed({ name }: TableFile, fault: string, line = 1): SourceError {
  return new SourceError({ reason: 'fileMalformed', message: `Line ${line} of ${name} cannot be read: ${fault}` });
}
