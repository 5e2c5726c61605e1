import type { Reference } from '@app/catalog';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { ColumnObservation, KnownTest, TableObservation } from './asset-evidence';

/** Refreshes of one asset that are looked at, the newest. */
const MOST_REFRESHES = 50_000;
/** Test cases of one asset that are looked at. */
const MOST_TESTS = 5_000;
/** Results of each that are. */
const LAST_RESULTS = 10;

/** A span of time, in epoch ms: after `from`, up to `to`. */
export interface Span {
  readonly from: number;
  readonly to: number;
}

type ColumnValues = readonly [timestamp: number, ...values: (number | null)[], categories: readonly unknown[] | null];

/** Statements that find what is known of the data of an asset, named by its node. */
@Injectable()
export class EvidenceRepository {
  constructor(private readonly database: Database) {}

  async profiles(node: string, { from, to }: Span, most: number): Promise<TableObservation[]> {
    const rows = await this.database.read<{ timestamp: number; rows: number | null; sampled: boolean }>(PROFILES, [
      ...[node, from, to],
      most,
    ]);
    return rows
      .map(({ timestamp, rows: count, sampled }) => ({
        timestamp,
        ...(count !== null && { rowCount: count }),
        ...(sampled && { isSampled: true }),
      }))
      .reverse();
  }

  /**
   * Finds the profiles of columns, oldest first, by the key of the column.
   *
   * @param mostCategories lists of more values are left out
   */
  async columns(
    node: string,
    { from, to }: Span,
    mostCategories: number,
  ): Promise<ReadonlyMap<string, readonly ColumnObservation[]>> {
    const rows = await this.database.read<{ key: string; seen: readonly ColumnValues[] }>(COLUMNS, [
      ...[node, from, to],
      mostCategories,
    ]);
    return new Map(rows.map(({ key, seen }) => [key, lastOfEach(seen.map(observationOf))]));
  }

  /** Distinct times of observed refreshes, in ascending order. */
  async refreshes(node: string, { from, to }: Span): Promise<number[]> {
    const [row] = await this.database.read<{ times: number[] }>(REFRESHES, [node, from, to]);
    return row?.times ?? [];
  }

  /** Live test cases of a table. @param at results after it are not seen */
  tests(node: string, at: number): Promise<KnownTest[]> {
    return this.database.read<KnownTest & object>(TESTS, [node, at]);
  }

  /** Contracts of an asset, the deleted ones too; the live one first. */
  contracts(node: string): Promise<(Pick<Reference, 'id' | 'type' | 'name'> & { readonly live: boolean })[]> {
    return this.database.read(CONTRACTS, [node]);
  }
}

const NUMBERS = [
  'valuesCount',
  'nullCount',
  'nullProportion',
  'uniqueCount',
  'uniqueProportion',
  'distinctCount',
  'min',
  'max',
] as const;

function observationOf([timestamp, ...values]: ColumnValues): ColumnObservation {
  const numbers = NUMBERS.flatMap((name, at) => (typeof values[at] === 'number' ? [[name, values[at]] as const] : []));
  const categories = values.at(-1);
  return { timestamp, ...Object.fromEntries(numbers), ...(Array.isArray(categories) && { categories }) };
}

/** Selects the last of several that came with the same profile. */
function lastOfEach(seen: readonly ColumnObservation[]): ColumnObservation[] {
  return seen.filter(({ timestamp }, at) => timestamp !== seen[at + 1]?.timestamp);
}

const PROFILES: PreparedStatement = {
  name: 'suggest-profiles',
  text: `
  select timestamp::float8 as timestamp,
         case when jsonb_typeof(body -> 'rowCount') = 'number' then (body -> 'rowCount')::float8 end as rows,
         case when jsonb_typeof(body -> 'profileSample') <> 'number' then false
              when body ->> 'profileSampleType' = 'ROWS'
                then coalesce((body -> 'profileSample')::float8 < (body -> 'rowCount')::float8, true)
              else (body -> 'profileSample')::float8 < 100 end is true as sampled
    from table_profile where asset = $1 and timestamp > $2 and timestamp <= $3 order by table_profile.timestamp desc limit $4`,
};

const CATEGORIES = `body -> 'cardinalityDistribution' -> 'categories'`;

const COLUMNS: PreparedStatement = {
  name: 'suggest-column-profiles',
  text: `
  select column_key::text as key, json_agg(json_build_array(profile, ${NUMBERS.map((name) => `body -> '${name}'`).join(', ')},
           case when jsonb_typeof(${CATEGORIES}) = 'array' then
             case when jsonb_array_length(${CATEGORIES}) <= $4 then ${CATEGORIES} end end)
           order by profile, timestamp) as seen
    from column_profile where asset = $1 and profile > $2 and profile <= $3 group by column_key`,
};

const REFRESHES: PreparedStatement = {
  name: 'suggest-refreshes',
  text: `
  select coalesce(json_agg(r.timestamp order by r.timestamp), '[]') as times
    from (select distinct timestamp from observation
           where asset = $1 and kind = 'refresh' and timestamp > $2 and timestamp <= $3 order by timestamp desc limit ${MOST_REFRESHES}) r`,
};

const TESTS: PreparedStatement = {
  name: 'suggest-tests',
  text: `
  select entity_reference_json(t.id, t.type, t.name, t.fqn, t.body ->> 'displayName', false) as reference,
         coalesce(d.name, '') as definition,
         coalesce((select jsonb_object_agg(p ->> 'name', p ->> 'value') from jsonb_array_elements(t.body -> 'parameterValues') p
                    where p ->> 'name' is not null), '{}') as parameters,
         exists (select from contract_rule_test m where m.test_case = t.node) as "isOfRule",
         r.results::int4 as results, r.newest, coalesce(r.failed, false) as "hasFailed",
         r.first_at::float8 as "from", r.last_at::float8 as "to"
    from entity t
    left join entity_reference x on x.from_node = t.node and x.relation = 'testDefinition' left join entity d on d.node = x.to_node
   cross join lateral (
         select count(*) as results, bool_or(l.status = 'Failed') as failed, min(l.timestamp) as first_at, max(l.timestamp) as last_at,
                (array_agg(l.status order by l.timestamp desc))[1] as newest
           from (select status, timestamp from test_case_result where test_case = t.node and timestamp <= $2
                  order by timestamp desc limit ${LAST_RESULTS}) l) r
   where t.parent = $1 and t.type = 'testCase' and t.deleted_by is null order by t.fqn limit ${MOST_TESTS}`,
};

const CONTRACTS: PreparedStatement = {
  name: 'suggest-contracts',
  text: `
  select e.id::text as id, e.type, e.name, e.deleted_by is null as live
    from entity e where e.parent = $1 and e.type = 'dataContract' order by e.deleted_by is null desc, e.id`,
};
