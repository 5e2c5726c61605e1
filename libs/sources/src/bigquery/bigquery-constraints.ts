import { groupBy } from '@app/common';
import { askOf, type TableConstraint, tableKey } from '../catalogue/listing';
import type { Row } from '../engine';
import type { Dataset } from './bigquery-api';
import { BIGQUERY } from './bigquery-dialect';
import type { BigQuerySession } from './bigquery-session';

/** Keys of tables, which BigQuery does not check. A foreign key leads to the primary key of another table. */
export async function constraintsOf(
  session: BigQuerySession,
  project: string,
  datasets: readonly Dataset[],
): Promise<readonly TableConstraint[]> {
  const parts = datasets.map(({ name }) => {
    const view = (one: string): string => `${BIGQUERY.name(project, name)}.INFORMATION_SCHEMA.${one}`;
    return (
      `SELECT ${BIGQUERY.text(name)} AS dataset, c.table_name, c.constraint_name, c.constraint_type, k.column_name, ` +
      `CAST(k.ordinal_position AS STRING), CAST(k.position_in_unique_constraint AS STRING), u.table_schema, u.table_name ` +
      `FROM ${view('TABLE_CONSTRAINTS')} c JOIN ${view('KEY_COLUMN_USAGE')} k ` +
      `ON k.constraint_name = c.constraint_name AND k.table_name = c.table_name ` +
      `LEFT JOIN (SELECT DISTINCT constraint_name, table_schema, table_name FROM ${view('CONSTRAINT_COLUMN_USAGE')}) u ` +
      `ON u.constraint_name = c.constraint_name AND c.constraint_type = 'FOREIGN KEY'`
    );
  });
  const rows = await askOf(session)(parts.join(' UNION ALL '));
  const keys = [...groupBy(rows, ([dataset, table, name]) => JSON.stringify([dataset, table, name])).values()].map(
    (key) => [...key].sort((a, b) => Number(a[5]) - Number(b[5])),
  );
  const primary = keys.filter(([first]) => first![3] === 'PRIMARY KEY');
  const columnsByTable = new Map(primary.map((key) => [tableKey(key[0]!), columnsOf(key)]));
  return [
    ...primary.map((key) => ({
      table: tableKey(key[0]!),
      constraint: { type: 'PRIMARY_KEY' as const, columns: columnsOf(key) },
    })),
    ...keys.filter(([first]) => first![3] === 'FOREIGN KEY').flatMap((key) => foreignKey(key, columnsByTable)),
  ];
}

const columnsOf = (key: readonly Row[]): string[] => key.map((row) => row[4]!);

/** A key that leads to a table which is not listed is left out: its columns there are not known. */
function foreignKey(key: readonly Row[], primary: ReadonlyMap<string, readonly string[]>): TableConstraint[] {
  const [, , , , , , , schema, table] = key[0]!;
  const there = schema != null && table != null ? primary.get(JSON.stringify([schema, table])) : undefined;
  const columns = key.map((row) => there?.[Number(row[6]) - 1]);
  if (!columns.every((one): one is string => one !== undefined)) return [];
  const referred = { schema: schema!, table: table!, columns };
  return [{ table: tableKey(key[0]!), constraint: { type: 'FOREIGN_KEY', columns: columnsOf(key), referred } }];
}
