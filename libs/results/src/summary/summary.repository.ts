import { HOUR } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
import { totalValues } from '../store/result-total';
import type { Bucket } from './summary-window';

/** Number of results of one status in one bucket. */
export interface BucketCount {
  /** Index from 0, the oldest bucket. */
  readonly bucket: number;
  readonly status: ExecutionStatus;
  readonly n: number;
}

/** Number of results that evaluated a dimension, and of those without failures in it. */
export interface DimensionCount {
  readonly evaluated: number;
  readonly passed: number;
}

const NAMES = ['schema', 'semantics', 'quality', 'sla'] as const;

export type DimensionCounts = Readonly<Record<(typeof NAMES)[number], DimensionCount>>;

interface BucketDimensions {
  /** Index from 0, the oldest bucket. */
  readonly bucket: number;
  readonly dimensions: DimensionCounts;
}

/** Aggregates over the result history. */
@Injectable()
export class SummaryRepository {
  constructor(private readonly database: Database) {}

  /** The database's clock, in epoch ms. */
  now(): Promise<number> {
    return this.database.now();
  }

  async counts(contract: string, buckets: readonly Bucket[]): Promise<BucketCount[]> {
    const values = [contract, buckets.map(({ from }) => from), buckets.map(({ to }) => to)];
    return this.database.read<BucketCount>(COUNTS, values);
  }

  async dimensions(contract: string, { from, to }: Bucket): Promise<DimensionCounts> {
    const window = { from, to: to - 1 };
    const values = [contract, window.from, window.to, ...totalValues(window)];
    const [row] = await this.database.read<{ dimensions: DimensionCounts }>(DIMENSIONS, values);
    return row!.dimensions;
  }

  /** Buckets without a result are left out. */
  dimensionsByBucket(contract: string, buckets: readonly Bucket[]): Promise<BucketDimensions[]> {
    const values = [contract, buckets.map(({ from }) => from), buckets.map(({ to }) => to)];
    return this.database.read<BucketDimensions>(DIMENSIONS_BY_BUCKET, values);
  }
}

// Whole hours from the stored counters, open runs (not in the counters) from their rows, the edges of a bucket from
// the index: a month of a busy contract is some hundred rows.
const EDGES = `
    with bound as (
      select i - 1 as bucket, lo, hi, (lo + ${HOUR - 1}) / ${HOUR} as first_hour, hi / ${HOUR} as end_hour
        from unnest($2::bigint[], $3::bigint[]) with ordinality b (lo, hi, i)),
    edge as (
      select *, least(hi, first_hour * ${HOUR}) as head_end,
             greatest(least(hi, first_hour * ${HOUR}), end_hour * ${HOUR}) as tail_start from bound)`;
const COUNTS = {
  name: 'summary-counts',
  text: `${EDGES},
    counted as (
      select bucket, status, n from edge join contract_result_count c
        on c.contract = $1 and c.hour >= first_hour and c.hour < end_hour
      union all
      select bucket, status, count(*) from edge join contract_result r
        on r.contract = $1 and r.timestamp >= lo and r.timestamp < head_end group by bucket, status
      union all
      select bucket, status, count(*) from edge join contract_result r
        on r.contract = $1 and r.timestamp >= tail_start and r.timestamp < hi group by bucket, status
      union all
      select bucket, r.status, count(*) from edge join (
          select timestamp, r.status from validation_run v join contract_result r using (contract, timestamp) where contract = $1) r
        on r.timestamp >= head_end and r.timestamp < tail_start group by bucket, r.status)
    select bucket::int, status, sum(n)::int as n from counted where n > 0 group by bucket, status order by bucket, status`,
};

const KEPT = NAMES.map((name) => `${name}_evaluated, ${name}_passed`).join(', ');

const failedIn = (name: (typeof NAMES)[number]): string =>
  name === 'sla' ? 'failed_targets(body)' : `failed_items(body, '${name}Validation')`;
const OF_A_RESULT = NAMES.map(
  (name) => `(${failedIn(name)} is not null)::int, coalesce(${failedIn(name)} = 0, false)::int`,
).join(', ');

const keptOf = (table: string, unit: string, at: number) =>
  `select ${KEPT} from ${table} where contract = $1 and ${unit} >= $${at} and ${unit} < $${at + 1}`;
const edge = (condition: string) => `select ${OF_A_RESULT} from contract_result where contract = $1 and ${condition}`;

const SUMS = `json_build_object(${NAMES.map(
  (name) => `'${name}', json_build_object(
               'evaluated', coalesce(sum(${name}_evaluated), 0), 'passed', coalesce(sum(${name}_passed), 0))`,
).join(', ')})`;

// As the total of a window: whole days and hours from stored counts, the edges from their results.
const DIMENSIONS = {
  name: 'summary-dimensions',
  text: `
    select ${SUMS} as dimensions
      from (
        ${keptOf('contract_result_day', 'day', 4)}
        union all ${keptOf('contract_result_count', 'hour', 6)}
        union all ${keptOf('contract_result_count', 'hour', 8)}
        union all ${edge('timestamp >= $2 and timestamp < $10')}
        union all ${edge('timestamp >= $11 and timestamp <= $3')}) counted`,
};

// As the counts of each bucket: whole hours from stored counts, the edges from their results.
const DIMENSIONS_BY_BUCKET = {
  name: 'summary-dimensions-by-bucket',
  text: `${EDGES},
    counted as (
      select bucket, ${KEPT} from edge join contract_result_count c
        on c.contract = $1 and c.hour >= first_hour and c.hour < end_hour
      union all
      select bucket, ${OF_A_RESULT} from edge join contract_result r
        on r.contract = $1 and r.timestamp >= lo and r.timestamp < head_end
      union all
      select bucket, ${OF_A_RESULT} from edge join contract_result r
        on r.contract = $1 and r.timestamp >= tail_start and r.timestamp < hi)
    select bucket::int, ${SUMS} as dimensions from counted group by bucket order by bucket`,
};
