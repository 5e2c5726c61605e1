import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SAME_DEFINITIONS, type ValueRecord } from '../checks/promises/earlier-evidence';
import type { Observations } from '../runs/work/recent-observations';
import { CLOCKS_APART_MS, evidenceOfTest, TESTED_COLUMN, type StoredTestEvidence } from '../runs/work/evidence-sql';

/** Columns whose past is looked at: 30 days of each are some thousand index look-ups, about 20 ms. */
export const MOST_COLUMNS = 100;
/** Test cases whose past is looked at. */
export const MOST_TESTS = 200;
/** Observations that are read; of days before the oldest of them nothing is known. */
export const MOST_OBSERVATIONS = 10_000;

/** Question about the past of an asset and of a contract of it: nodes. Instants are ends of days, in epoch ms. */
export interface PastQuestion {
  readonly contract: string;
  readonly asset: string;
  /** Paths of columns in the asset. */
  readonly columns: readonly string[];
  /** Ids of test cases, beside those of the rules of the contract. */
  readonly testCases: readonly string[];
  readonly days: readonly number[];
}

/** The newest verdict of a day. */
export interface PastVerdict {
  /** Index in the days that were asked for. */
  readonly day: number;
  readonly status: string;
  readonly body: Readonly<Record<string, unknown>>;
}

interface DayRow {
  readonly day: number;
}

export type PastValue = ValueRecord & DayRow;

export interface PastTest extends DayRow {
  readonly id: string;
  /** Key of the rule that the test case stands for. */
  readonly key: string | null;
  readonly ref: { readonly id: string; readonly name: string; readonly fullyQualifiedName: string };
  readonly evidence: StoredTestEvidence;
}

// Arrays are passed through a subselect: if PostgreSQL knew their lengths, it would plan anew each time.
const DAYS = (parameter: string): string =>
  `(select at, day::int - 1 as day from unnest((select ${parameter}::bigint[])) with ordinality d(at, day))`;

const VERDICTS: PreparedStatement = {
  name: 'what-if-verdicts',
  text: `
    select d.day, r.status, r.body from ${DAYS('$2')} d
      join lateral (
        select status, body from contract_result
         where contract = $1 and status in ('Success', 'Failed', 'PartialSuccess')
           and timestamp > d.at - 86400000 and timestamp <= d.at
         order by timestamp desc limit 1) r on true`,
};

// The reading is the newest alone: it counts from its day on.
const VALUES: PreparedStatement = {
  name: 'what-if-values',
  text: `
    select d.day, 'reading' as kind, null as path, null as name, null as definition, null::jsonb as parameters,
           c.timestamp::float8 as timestamp, c.outcomes as body
      from contract_promise c join ${DAYS('$5')} d on c.timestamp <= d.at where c.contract = $1
    union all
    select d.day, 'test', m.path, m.name, m.definition, m.parameters, r.timestamp::float8, jsonb_build_object('status', r.status)
      from (select t.node, ${TESTED_COLUMN} as path, t.name, g.name as definition, t.body -> 'parameterValues' as parameters
              from entity t join entity s on s.node = t.parent
              join entity_reference f on f.from_node = t.node and f.relation = 'testDefinition' join entity g on g.node = f.to_node
             where t.parent = $2 and t.type = 'testCase' and t.deleted_by is null and g.name = any($4::text[])
               and lower(${TESTED_COLUMN}) = any(select lower(path) from unnest($3::text[]) path)
             order by t.name limit ${MOST_TESTS}) m
      cross join ${DAYS('$5')} d
      join lateral (
        select r.timestamp, r.status from test_case_result r
         where r.test_case = m.node and r.status in ('Success', 'Failed') and r.timestamp <= d.at
         order by r.timestamp desc limit 1) r on true
    union all
    select d.day, 'profile', w.path, null, null, null, p.timestamp::float8,
           p.body || jsonb_strip_nulls(jsonb_build_object('rows', q.body -> 'rowCount', 'sampled', q.body -> 'profileSample'))
      from unnest((select $3::text[])) w(path) cross join ${DAYS('$5')} d
      join lateral (
        select p.timestamp, p.body, p.profile from column_profile p
         where p.asset = $2 and p.column_key = md5(w.path)::uuid and p.timestamp <= d.at
         order by p.timestamp desc limit 1) p on true
      left join table_profile q on q.asset = $2 and q.timestamp = p.profile`,
};

const TESTS: PreparedStatement = {
  name: 'what-if-tests',
  text: `
    select d.day, e.id::text as id, e.key, json_build_object('id', e.id, 'name', e.name, 'fullyQualifiedName', e.fqn) as ref,
           ${evidenceOfTest('e')} as evidence
      from (select x.node, x.id, x.name, x.fqn, x.details, x.deleted_by, null as key
              from entity x where x.type = 'testCase' and x.id = any(array(select unnest($2::uuid[])))
            union all
            select x.node, x.id, x.name, x.fqn, x.details, x.deleted_by, m.key
              from contract_rule_test m join entity x on x.node = m.test_case where m.contract = $1
             limit ${MOST_TESTS}) e
      cross join ${DAYS('$3')} d
      left join lateral (
        select json_build_object('status', status, 'timestamp', timestamp, 'reason', reason) newest
          from test_case_result where test_case = e.node and e.deleted_by is null and timestamp <= d.at
         order by timestamp desc limit 1) r on true`,
};

const OBSERVATIONS: PreparedStatement = {
  name: 'what-if-observations',
  text: `
    select kind, timestamp::float8 as timestamp, source, coalesce(data_timestamp, timestamp)::float8 as "dataTimestamp",
           data_until::float8 as "dataUntil", available
      from observation where asset = $1 and timestamp > $2::bigint and timestamp <= $3::bigint + ${CLOCKS_APART_MS}
     order by timestamp desc limit ${MOST_OBSERVATIONS}`,
};

interface ObservationRow {
  readonly kind: 'refresh' | 'arrival' | 'availability';
  readonly timestamp: number;
  readonly source: string;
  readonly dataTimestamp: number;
  readonly dataUntil: number | null;
  readonly available: boolean | null;
}

/** Observations of an asset, the newest first. */
export interface PastObservations extends Observations {
  /** Nothing is known of what was earlier, in epoch ms. */
  readonly since: number;
}

/** Reads the stored evidence of some days at once: a fixed number of statements, with a fixed most of rows. */
@Injectable()
export class PastEvidenceRepository {
  constructor(private readonly database: Database) {}

  verdicts({ contract, days }: Pick<PastQuestion, 'contract' | 'days'>): Promise<PastVerdict[]> {
    return this.database.read<PastVerdict & object>(VERDICTS, [contract, days]);
  }

  /** The newest records at the end of each day. */
  values({ contract, asset, columns, days }: PastQuestion): Promise<PastValue[]> {
    return this.database.read<PastValue & object>(VALUES, [contract, asset, columns, SAME_DEFINITIONS, days]);
  }

  /** The newest results at the end of each day. */
  tests({ contract, testCases, days }: PastQuestion): Promise<PastTest[]> {
    return this.database.read<PastTest & object>(TESTS, [contract, testCases, days]);
  }

  async observations(asset: string, from: number, until: number): Promise<PastObservations> {
    const rows = await this.database.read<ObservationRow & object>(OBSERVATIONS, [asset, from, until]);
    const of = (kind: ObservationRow['kind']): Seen[] => rows.filter((row) => row.kind === kind).map(seen);
    const isCut = rows.length === MOST_OBSERVATIONS;
    return {
      ...{ refreshes: of('refresh'), arrivals: of('arrival'), availability: of('availability') },
      since: isCut ? rows.at(-1)!.timestamp : from,
    };
  }
}

type Seen = ReturnType<typeof seen>;

function seen({ timestamp, source, dataTimestamp, dataUntil, available }: ObservationRow) {
  return { timestamp, source, dataTimestamp, ...(dataUntil !== null && { dataUntil }), available: available === true };
}
