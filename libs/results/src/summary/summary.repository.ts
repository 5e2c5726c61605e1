import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ExecutionStatus } from '../document/execution-status';
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

export interface DimensionCounts {
  readonly schema: DimensionCount;
  readonly semantics: DimensionCount;
  readonly quality: DimensionCount;
  readonly sla: DimensionCount;
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
    return this.database.read<BucketCount & Record<string, unknown>>(COUNTS, values);
  }

  /** Reads every result of the window. */
  async dimensions(contract: string, { from, to }: Bucket): Promise<DimensionCounts> {
    const [row] = await this.database.read<{ dimensions: DimensionCounts }>(DIMENSIONS, [contract, from, to]);
    return row!.dimensions;
  }
}

// Whole hours from the stored counters, open runs (not in the counters) from their rows, the edges of a bucket from
// the index: a month of a busy contract is some hundred rows.
const HOUR = 3_600_000;
const COUNTS = {
  name: 'summary-counts',
  text: `
    with bound as (
      select i - 1 as bucket, lo, hi, (lo + ${HOUR - 1}) / ${HOUR} as first_hour, hi / ${HOUR} as end_hour
        from unnest($2::bigint[], $3::bigint[]) with ordinality b (lo, hi, i)),
    edge as (
      select *, least(hi, first_hour * ${HOUR}) as head_end,
             greatest(least(hi, first_hour * ${HOUR}), end_hour * ${HOUR}) as tail_start from bound),
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
      select bucket, state, count(*) from edge join validation_run r
        on r.contract = $1 and r.timestamp >= head_end and r.timestamp < tail_start group by bucket, state)
    select bucket::int, status, sum(n)::int as n from counted where n > 0 group by bucket, status order by bucket, status`,
};

/** Failed items of a dimension: fields missing from a pushed result are derived from the others, or unknown. */
const failed = (part: string) => {
  const count = (name: string) => `(body -> '${part}' ->> '${name}')::numeric`;
  return `coalesce(${count('failed')}, ${count('total')} - ${count('passed')})`;
};

const counted = (part: string) => `json_build_object(
  'evaluated', count(*) filter (where ${failed(part)} is not null),
  'passed', count(*) filter (where ${failed(part)} = 0))`;

// An SLA passes only if all of its targets were met.
const DIMENSIONS = {
  name: 'summary-dimensions',
  text: `
    select json_build_object(
             'schema', ${counted('schemaValidation')}, 'semantics', ${counted('semanticsValidation')},
             'quality', ${counted('qualityValidation')},
             'sla', json_build_object(
               'evaluated', count(*) filter (where body ? 'slaValidation'),
               'passed', count(*) filter (
                 where body ? 'slaValidation' and not jsonb_path_exists(body, '$.slaValidation.* ? (@ == false)')))
           ) as dimensions
      from contract_result where contract = $1 and timestamp >= $2 and timestamp < $3`,
};
