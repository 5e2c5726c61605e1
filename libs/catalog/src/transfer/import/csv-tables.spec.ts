import { csvTables } from './csv-tables';
import type { ReadEntity } from './read-entity';

const MOST = 100;

async function read(rows: readonly string[]): Promise<ReadEntity[]> {
  const tables: ReadEntity[] = [];
  const bytes = Buffer.from(['databaseSchema,table,column,column.dataType', ...rows].join('\n'));
  for await (const table of csvTables(bytes, { raw: false, most: MOST })) tables.push(table);
  return tables;
}

const row = (table: string): string => `s.d.p,${table},id,BIGINT`;

describe('csvTables', () => {
  it.each<[string, (at: number) => string]>([
    ['tables of their own', (at) => `t${at}`],
    ['rows of the same two tables in turn', (at) => `t${at % 2}`],
  ])('reads so many tables, and says where those begin that are not read: %s', async (_, name) => {
    const rows = Array.from({ length: MOST + 2 }, (_, at) => row(name(at)));
    const tables = await read(rows);
    expect(tables).toHaveLength(MOST + 1);
    expect(tables.at(-1)).toMatchObject({ rows: 0, faults: [{ line: MOST + 2, field: 'table' }] });
  });
});
