import { query, type PreparedStatement, type Transaction } from '@app/database';
import type { LineageEvent } from '../event/event';
import { datasetKey } from '../event/event-key';
import type { ColumnRow } from './run-facts.repository';

/** Datasets that are named in notes. */
const MOST_NAMED = 5;

/** @returns notes that name the datasets from which no edge leads to the outputs that are said to be made of their columns */
export async function edgelessColumns(
  tx: Transaction,
  { datasets }: LineageEvent,
  rows: readonly ColumnRow[],
): Promise<string[]> {
  if (rows.length === 0) return [];
  const ends = [...new Map(rows.map((row) => [`${row.from_dataset} ${row.to_dataset}`, row])).values()];
  const found = await query<{ from: string; to: string }>(tx, WITHOUT_EDGE, [
    ends.map((row) => row.from_dataset),
    ends.map((row) => row.to_dataset),
  ]);
  return found.slice(0, MOST_NAMED).flatMap(({ from, to }) => {
    const target = datasets.find((dataset) => dataset.output && datasetKey(dataset) === to);
    const source = target?.columns.find((pair) => datasetKey(pair.from) === from)?.from;
    if (!target || !source) return [];
    return [`no run has read ${source.name} into ${target.name} so far: its columns wait for the edge`];
  });
}

const WITHOUT_EDGE: PreparedStatement = {
  name: 'openlineage-columns-without-edge',
  text: `
  select x.from_dataset::text as "from", x.to_dataset::text as "to"
    from unnest($1::uuid[], $2::uuid[]) with ordinality x (from_dataset, to_dataset, place)
   where not exists (
     select from openlineage_edge f
      where f.to_dataset = x.to_dataset
        and (f.from_dataset = x.from_dataset
             or exists (select from openlineage_alias l where l.dataset = f.from_dataset and l.alias = x.from_dataset)
             or exists (select from openlineage_name a join openlineage_name o on o.node = a.node
                         where a.key = f.from_dataset and o.key = x.from_dataset)))
   order by x.place`,
};
