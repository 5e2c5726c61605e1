import { readFileSync } from 'node:fs';
import { missingShared, sharedPath } from '../../support/shared-folder';

const FOLDER = 'data/omop';

export const missingOmop = missingShared(FOLDER);

export interface OmopColumn {
  name: string;
  dataType: string;
  dataLength?: number;
  description?: string;
  constraint?: string;
  children?: OmopColumn[];
}

export interface OmopTable {
  readonly name: string;
  readonly description: string;
  readonly columns: OmopColumn[];
  /** Columns without a description. */
  readonly undescribed: number;
}

/** The tables of the OMOP clinical data model with their typed columns, descriptions and keys. */
export function omopTables(): OmopTable[] {
  const fields = records('fields.csv');
  return records('tables.csv').map(({ cdmTableName = '', tableDescription = '' }) => {
    const own = fields.filter((field) => field.cdmTableName?.toLowerCase() === cdmTableName.toLowerCase());
    const columns = own.map(toColumn);
    return {
      name: cdmTableName,
      description: tableDescription,
      columns,
      undescribed: columns.filter(({ description }) => !description).length,
    };
  });
}

function toColumn(field: Record<string, string>): OmopColumn {
  const [, type = '', length] = /^(\w+)(?:\((\w+)\))?$/.exec(field.cdmDatatype?.trim() ?? '') ?? [];
  const constraint = field.isPrimaryKey === 'Yes' ? 'PRIMARY_KEY' : field.isRequired === 'Yes' ? 'NOT_NULL' : 'NULL';
  return {
    name: unquoted(field.cdmFieldName ?? ''),
    dataType: TYPES[type.toLowerCase()] ?? type.toUpperCase(),
    ...(length && /^\d+$/.test(length) ? { dataLength: Number(length) } : {}),
    ...(field.userGuidance && field.userGuidance !== 'NA' ? { description: field.userGuidance } : {}),
    constraint,
  };
}

/** Two columns are called `"offset"` there, for the sake of SQL. */
function unquoted(name: string): string {
  return name.replaceAll('"', '');
}

const TYPES: Record<string, string> = {
  integer: 'INT',
  float: 'FLOAT',
  date: 'DATE',
  datetime: 'DATETIME',
  varchar: 'VARCHAR',
};

function records(file: string): Record<string, string>[] {
  const [header = [], ...rows] = parseCsv(readFileSync(sharedPath(`${FOLDER}/${file}`), 'utf8'));
  return rows.map((row) => Object.fromEntries(header.map((name, i) => [name, row[i] ?? ''])));
}

/** RFC 4180, for these two files. */
function parseCsv(text: string): string[][] {
  const rows: string[][] = [];
  let row: string[] = [];
  for (const [, quoted, plain, end] of text.matchAll(/(?:"((?:[^"]|"")*)"|([^",\r\n]*))(,|\r?\n|$)/g)) {
    row.push(quoted?.replaceAll('""', '"') ?? plain ?? '');
    if (end === ',') continue;
    if (row.length > 1) rows.push(row);
    row = [];
  }
  return rows;
}
