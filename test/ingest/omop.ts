import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'csv-parse/sync';

type Row = Readonly<Record<string, string>>;

const rowsOf = (folder: string, file: string): Row[] =>
  parse(readFileSync(join(folder, file)), { columns: true, bom: true }) as Row[];
const quoted = (text: string): string => `'${text.replaceAll("'", "''")}'`;
const nameOf = (text = ''): string => text.replaceAll('"', '').toLowerCase();
const column = (field: Row): string => `"${nameOf(field.cdmFieldName)}"`;

/** PostgreSQL's word for a type of the model. */
const typeOf = (type = ''): string =>
  type
    .replace(/varchar\(max\)/i, 'text')
    .replace(/^datetime$/i, 'timestamp')
    .replace(/^float$/i, 'double precision');

/** DDL of the OMOP common data model: its tables with their keys, then their foreign keys, with comments. */
export function omopStatements(folder: string): string[] {
  const tables = rowsOf(folder, 'tables.csv');
  const fields = rowsOf(folder, 'fields.csv');
  const keys = new Set(fields.filter((field) => field.isPrimaryKey === 'Yes').map(keyOf));
  const foreign = fields.filter(
    ({ isForeignKey, fkTableName, fkFieldName }) =>
      isForeignKey === 'Yes' && keys.has(`${nameOf(fkTableName)}.${nameOf(fkFieldName)}`),
  );
  return [
    'create schema omop',
    ...tables.flatMap((table) => tableStatements(table, fields, keys)),
    ...foreign.map(
      (field) =>
        `alter table omop.${nameOf(field.cdmTableName)} add foreign key (${column(field)})
           references omop.${nameOf(field.fkTableName)} (${nameOf(field.fkFieldName)})`,
    ),
  ];
}

function keyOf(field: Row): string {
  return `${nameOf(field.cdmTableName)}.${nameOf(field.cdmFieldName)}`;
}

function tableStatements(table: Row, fields: readonly Row[], keys: ReadonlySet<string>): string[] {
  const name = nameOf(table.cdmTableName);
  const own = fields.filter(({ cdmTableName }) => nameOf(cdmTableName) === name);
  const columns = own.map(
    (field) =>
      `${column(field)} ${typeOf(field.cdmDatatype)}${field.isRequired === 'Yes' ? ' not null' : ''}${keys.has(keyOf(field)) ? ' primary key' : ''}`,
  );
  return [
    `create table omop.${name} (${columns.join(', ')})`,
    `comment on table omop.${name} is ${quoted(table.tableDescription ?? '')}`,
    ...own.map((field) => `comment on column omop.${name}.${column(field)} is ${quoted(field.userGuidance ?? '')}`),
  ];
}
