import { TimeSlice } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type LineageEvent } from '../event/event';
import { datasetKey, jobKey, pairKey, stampOf } from '../event/event-key';

export interface RunDatasets {
  readonly inputs: readonly string[];
  readonly outputs: readonly string[];
}

/** Runs with their inputs and outputs, and the edges that they add up to. Every statement leaves the same, whatever the order. */
@Injectable()
export class RunFactsRepository {
  /** Locks the run: events of one run follow each other. */
  async putRun(tx: Transaction, key: string, event: LineageEvent): Promise<void> {
    const { job, parent, sql, nominal, eventType, time, lineage } = event;
    const stamp = stampOf(event);
    const given = (value: unknown): string | null => (value === undefined ? null : stamp);
    await query(tx, PUT_RUN, [
      key,
      stamp,
      job ? jobKey(job) : null,
      parent ? jobKey(parent) : null,
      given(parent),
      sql ?? null,
      given(sql),
      nominal ?? null,
      given(nominal),
      eventType === 'COMPLETE' ? [time.ms] : [],
      lineage && counts(event) ? stamp : null,
    ]);
  }

  /** Adds those of an event. @returns all that the events of the run have named so far */
  async putDatasets(tx: Transaction, key: string, { datasets }: LineageEvent): Promise<RunDatasets> {
    const values = [key, datasets.map(datasetKey), datasets.map(({ output }) => output)];
    const rows = await query<{ dataset: string; output: boolean }>(tx, PUT_DATASETS, values);
    const keys = (wanted: boolean): string[] =>
      rows.filter(({ output }) => output === wanted).map((row) => row.dataset);
    return { inputs: keys(false), outputs: keys(true) };
  }

  /** The edges that the events of the run list themselves, else every input to every output of the run. */
  async putEdges(tx: Transaction, key: string): Promise<void> {
    await query(tx, PUT_EDGES, [key]);
  }

  /**
   * Stores the edges that an event lists: those of a run add up; the newest event of a job or dataset replaces all of them.
   * @returns whether an edge went that neither this run nor another one speaks of any more
   */
  async putExplicitEdges(tx: Transaction, key: string, event: LineageEvent): Promise<boolean> {
    const { kind, lineage = [] } = event;
    const replaces = kind !== 'run';
    const stamp = stampOf(event);
    const ends = [lineage.map(({ from }) => datasetKey(from)), lineage.map(({ to }) => datasetKey(to))];
    const [, , gone] = await Promise.all([
      replaces && query(tx, CLEAR_RUN_EDGES, [key, stamp]),
      query(tx, PUT_RUN_EDGES, [key, replaces ? stamp : null, ...ends]),
      query(tx, REMOVE_UNSUPPORTED, [key]),
    ]);
    return gone.length > 0;
  }

  async putColumns(tx: Transaction, rows: readonly ColumnRow[]): Promise<void> {
    if (rows.length > 0) await query(tx, PUT_COLUMNS, [JSON.stringify(rows)]);
  }
}

/** A pair of columns that an event names for an output, with the keys of both datasets and of the pair. */
export interface ColumnRow {
  readonly from_dataset: string;
  readonly to_dataset: string;
  readonly pair: string;
  readonly from_column: string;
  readonly to_column: string;
  readonly function: string;
}

/** Yields to the event loop: the digests of tens of thousands of pairs take some hundred milliseconds. */
export async function columnRows({ datasets }: LineageEvent): Promise<ColumnRow[]> {
  const slice = new TimeSlice();
  const rows: ColumnRow[] = [];
  for (const dataset of datasets) {
    const to = datasetKey(dataset);
    for (const { from, fromColumn, toColumn, function: how } of dataset.columns) {
      rows.push({
        from_dataset: datasetKey(from),
        to_dataset: to,
        pair: pairKey(fromColumn, toColumn),
        from_column: fromColumn,
        to_column: toColumn,
        function: how,
      });
      await slice.turn();
    }
  }
  return rows;
}

/** Completions that are stored of one run: a stream may complete something without end. */
const MOST_ENDS = 1_000;

const PUT_RUN: PreparedStatement = {
  name: 'openlineage-run',
  text: `
  insert into openlineage_run as r (key, stamp, job, parent, parent_stamp, sql, sql_stamp, nominal, nominal_stamp, completed,
                                    explicit_stamp)
  values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
  on conflict (key) do update set
    job = case when excluded.stamp > r.stamp then coalesce(excluded.job, r.job) else coalesce(r.job, excluded.job) end,
    stamp = greatest(r.stamp, excluded.stamp),
    parent = case when excluded.parent_stamp > coalesce(r.parent_stamp, '') then excluded.parent else r.parent end,
    parent_stamp = greatest(r.parent_stamp, excluded.parent_stamp),
    sql = case when excluded.sql_stamp > coalesce(r.sql_stamp, '') then excluded.sql else r.sql end,
    sql_stamp = greatest(r.sql_stamp, excluded.sql_stamp),
    nominal = case when excluded.nominal_stamp > coalesce(r.nominal_stamp, '') then excluded.nominal else r.nominal end,
    nominal_stamp = greatest(r.nominal_stamp, excluded.nominal_stamp),
    completed = case when excluded.completed <@ r.completed or cardinality(r.completed) >= ${MOST_ENDS} then r.completed
                     else r.completed || excluded.completed end,
    explicit_stamp = greatest(r.explicit_stamp, excluded.explicit_stamp),
    touched_at = now()`,
};

const PUT_DATASETS: PreparedStatement = {
  name: 'openlineage-run-datasets-put',
  text: `
  with sent as (
    select distinct $1::uuid as run, d.dataset, d.output from unnest((select $2::uuid[]), (select $3::boolean[])) d (dataset, output)
  ), added as (
    insert into openlineage_run_dataset (run, dataset, output) select * from sent on conflict do nothing
  )
  select dataset::text, output from sent
  union select dataset::text, output from openlineage_run_dataset where run = $1`,
};

// The newest run says which job it is; the newest statement is shown, also where a newer run has none.
const PUT_EDGES: PreparedStatement = {
  name: 'openlineage-edges-put',
  text: `
  insert into openlineage_edge as e (from_dataset, to_dataset, stamp, job, parent, sql, sql_stamp)
  select p.from_dataset, p.to_dataset, r.stamp, r.job, r.parent, r.sql, r.sql_stamp
    from (select * from openlineage_run r where r.key = $1 offset 0) r
   cross join lateral (
     select i.dataset as from_dataset, o.dataset as to_dataset
       from (select i.dataset from openlineage_run_dataset i where i.run = $1 and not i.output offset 0) i
      cross join (select o.dataset from openlineage_run_dataset o where o.run = $1 and o.output offset 0) o
      where r.explicit_stamp is null
      union all
     select x.from_dataset, x.to_dataset from openlineage_run_edge x where x.run = $1 and r.explicit_stamp is not null) p
   order by 1, 2
  on conflict (from_dataset, to_dataset) do update set
    job = case when excluded.stamp >= e.stamp then excluded.job else e.job end,
    parent = case when excluded.stamp >= e.stamp then excluded.parent else e.parent end,
    stamp = greatest(e.stamp, excluded.stamp),
    sql = case when excluded.sql_stamp >= coalesce(e.sql_stamp, '') then excluded.sql else e.sql end,
    sql_stamp = greatest(e.sql_stamp, excluded.sql_stamp)`,
};

const CLEAR_RUN_EDGES: PreparedStatement = {
  name: 'openlineage-run-edges-clear',
  text: `
  delete from openlineage_run_edge where run = $1
     and exists (select from openlineage_run r where r.key = $1 and r.explicit_stamp = $2)`,
};

// $2: null, or the stamp that the newest of the events has that list edges.
const PUT_RUN_EDGES: PreparedStatement = {
  name: 'openlineage-run-edges-put',
  text: `
  insert into openlineage_run_edge (run, from_dataset, to_dataset)
  select distinct $1::uuid, x.from_dataset, x.to_dataset
    from unnest($3::uuid[], $4::uuid[]) x (from_dataset, to_dataset)
   where $2::text is null or exists (select from openlineage_run r where r.key = $1 and r.explicit_stamp = $2)
   order by x.to_dataset, x.from_dataset
  on conflict do nothing`,
};

// Edges that were made of inputs and outputs before an event of the run listed them. Other runs may have them, too.
const REMOVE_UNSUPPORTED: PreparedStatement = {
  name: 'openlineage-edges-remove-unsupported',
  text: `
  delete from openlineage_edge f
   using openlineage_run_dataset i, openlineage_run_dataset o
   where i.run = $1 and not i.output and o.run = $1 and o.output
     and f.from_dataset = i.dataset and f.to_dataset = o.dataset
     and not exists (
       select from openlineage_run_edge x join openlineage_run r on r.key = x.run and r.explicit_stamp is not null
        where x.to_dataset = f.to_dataset and x.from_dataset = f.from_dataset)
     and not exists (
       select from openlineage_run_dataset p
         join openlineage_run r on r.key = p.run and r.explicit_stamp is null
         join openlineage_run_dataset s on s.run = p.run and not s.output and s.dataset = f.from_dataset
        where p.dataset = f.to_dataset and p.output)
  returning 1 as removed`,
};

const PUT_COLUMNS: PreparedStatement = {
  name: 'openlineage-columns-put',
  text: `
  insert into openlineage_column as c (from_dataset, to_dataset, pair, from_column, to_column, function)
  select from_dataset, to_dataset, pair, min(from_column), min(to_column), max(function)
    from jsonb_to_recordset($1) x (from_dataset uuid, to_dataset uuid, pair uuid, from_column text, to_column text, function text)
   group by 1, 2, 3 order by 1, 2, 3
  on conflict (from_dataset, to_dataset, pair) do update set function = excluded.function where c.function < excluded.function`,
};
