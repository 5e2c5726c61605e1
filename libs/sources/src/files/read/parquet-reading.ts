import type { FoundTable } from '../file-tables';
import { type FileColumn, joinedColumns } from './joined-type';
import {
  type AskedTable,
  differingNote,
  type FileEngine,
  groupsOf,
  keyArguments,
  keyColumns,
  listOf,
  type TableReading,
  unionOf,
  withKeys,
} from './table-reading';

/** Members of the schema of a Parquet file; files that are equal in all of them have the same columns. */
const SCHEMA = 'name, type, type_length, repetition_type, num_children, converted_type, scale, precision, logical_type';

/** Reads Parquet files, each group of one schema alike. */
export async function parquetReading({ table }: AskedTable, engine: FileEngine): Promise<TableReading> {
  const schemas = table.files.length > 1 ? await schemasOf(table, engine) : new Map<string, string>();
  const described = new Map<string, readonly FileColumn[]>();
  const files: { file: (typeof table.files)[number]; columns: readonly FileColumn[]; schema: string }[] = [];
  for (const file of table.files) {
    const schema = schemas.get(file.path) ?? '';
    const columns =
      described.get(schema) ??
      (await describedColumns(engine, `read_parquet(${listOf([file.path])}, hive_partitioning = false)`));
    described.set(schema, columns);
    files.push({ file, columns, schema });
  }
  const columns = withKeys(joinedColumns(files.map((one) => one.columns)), keyColumns(table));
  const groups = groupsOf(table, files, ({ schema }) => schema);
  const select = unionOf(
    groups,
    columns,
    (group) => `read_parquet(${listOf(group.files.map(({ path }) => path))}, ${keyArguments(group, columns)})`,
  );
  return { select, notes: differingNote(table, files) };
}

/** The schemas of files, equal where the files have the same columns in one order. */
async function schemasOf({ files }: FoundTable, engine: FileEngine): Promise<ReadonlyMap<string, string>> {
  const { rows } = await engine.query(
    `SELECT file_name, md5(string_agg(concat_ws('|', ${SCHEMA}), ',')) FROM parquet_schema(${listOf(files.map(({ path }) => path))}) GROUP BY file_name`,
  );
  return new Map(rows.map(([file, schema]) => [file!, schema!]));
}

export async function describedColumns(engine: FileEngine, reader: string): Promise<FileColumn[]> {
  const { rows } = await engine.query(`SELECT column_name, column_type FROM (DESCRIBE SELECT * FROM ${reader})`);
  return rows.map(([name, display]) => ({ name: name!, display: display! }));
}
