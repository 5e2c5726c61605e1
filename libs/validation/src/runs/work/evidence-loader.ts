import { Batcher } from '@app/common';
import { Database, isOfAValue, NOW_MS } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { QualityExpectation } from '../../checks/quality-check';
import { ownValue } from '../../rules/engine/own-value';
import { SAME_DEFINITIONS, type ValueRecord } from '../../checks/promises/earlier-evidence';
import type { EvidenceLimits } from '../../checks/sla-check';
import { CLOCK_SKEW, type Sighting, type SlaEvidence } from '../../checks/sla/sla-evidence';
import {
  CLOCKS_APART_MS,
  evidenceOf,
  evidenceOfTest,
  type StoredTestEvidence,
  type TestCaseEvidence,
  TESTED_COLUMN,
} from './evidence-sql';
import { NEWEST_OF, observationsWithin, RECENT, type Observations } from './recent-observations';

export type Json = Readonly<Record<string, unknown>>;

/** Instants in epoch ms. */
type Evidence = Omit<SlaEvidence, 'now'>;

/** Time window for observations of availability, in days. */
const WINDOW_DAYS = 30;

/** Asks of one batch: a run has two at most. */
const TOGETHER = { most: 32, atOnce: 1, isOnes: isOfAValue };

/** The asset whose observations are read, and their upper time limits. */
interface ObservationAsk extends EvidenceLimits {
  readonly node: string;
}

/** A request of a run for the evidence of one of its dimensions. */
type Ask = { readonly testCases: readonly string[] } | { readonly observations: ObservationAsk };

/** The evidence of a test case by its id, or of the observations that were asked for, in order. */
type EvidenceRow =
  | { readonly id: string; readonly evidence: StoredTestEvidence }
  | { readonly id: null; readonly evidence: Observations };

/** The evidence that was read for a contract before it was known what it asks for. */
export interface LikelyEvidence {
  /** The evidence of the test cases that it refers to. */
  readonly testCases: ReadonlyMap<string, TestCaseEvidence>;
  /** The newest ones of its asset. */
  readonly recent: Observations | undefined;
}

/** The findings of one statement. */
interface Found {
  readonly testCases: ReadonlyMap<string, TestCaseEvidence>;
  readonly observations: ReadonlyMap<Ask, Observations>;
}

/**
 * Evidence about assets beyond their own documents: results of their tests, observations of their data. Both, of all runs that ask in the
 * same iteration, are read by one statement.
 */
@Injectable()
export class EvidenceLoader {
  private readonly asking = new Batcher((asks: readonly Ask[]) => this.ofAll(asks), TOGETHER);

  constructor(private readonly database: Database) {}

  /** Reads what the contract (a node) will most likely ask for, by one statement. */
  async likely(db: Pick<Database, 'read'>, contract: string): Promise<LikelyEvidence> {
    const rows = await db.read<EvidenceRow>(LIKELY_EVIDENCE, [contract]);
    return { testCases: testCasesIn(rows), recent: observationsIn(rows)[0] };
  }

  /**
   * The newest result and the severity (`extension.severity`) of each test case, by its id. One that is deleted has
   * no result, and that is reported.
   */
  async ofTestCases(
    testCaseIds: readonly string[],
    likely?: LikelyEvidence,
  ): Promise<ReadonlyMap<string, TestCaseEvidence>> {
    if (testCaseIds.length === 0) return new Map();
    if (likely && testCaseIds.every((id) => likely.testCases.has(id))) return likely.testCases;
    return (await this.asking.ask({ testCases: testCaseIds })).testCases;
  }

  /** The same of the rules of a contract (a node) that have test cases, by their keys. */
  async ofRules(contract: string): Promise<ReadonlyMap<string, QualityExpectation>> {
    const rows = await this.database.read<RuleRow>(RULES, [contract]);
    return new Map(rows.map(({ key, ref, evidence }) => [key, { ref, ...evidenceOf(evidence) }]));
  }

  /**
   * Stored records about the values of columns (by their paths) of an asset, and of a contract of it; both are nodes. Test cases of paths that
   * differ by case are among them.
   */
  ofValues(contract: string, asset: string, columns: readonly string[]): Promise<ValueRecord[]> {
    return this.database.read<ValueRecord & object>(VALUES, [contract, asset, columns, SAME_DEFINITIONS]);
  }

  /** Pushed observations, and the last refresh according to the asset's own document. */
  async ofAsset(node: string, asset: Json, limits: EvidenceLimits, likely?: LikelyEvidence): Promise<Evidence> {
    const known = likely?.recent && observationsWithin(likely.recent, limits);
    const { refreshes, arrivals, availability } = known ?? (await this.observations({ node, ...limits }));
    return { refreshes: [...refreshes, ...refreshesIn(asset)], arrivals, availability };
  }

  private async observations(observations: ObservationAsk): Promise<Observations> {
    const ask = { observations };
    return (await this.asking.ask(ask)).observations.get(ask)!;
  }

  /** The same for all asks of the batch: each looks up its own. Contracts of one asset may use different time limits. */
  private async ofAll(asks: readonly Ask[]): Promise<Found[]> {
    const testCases = new Set(asks.flatMap((ask) => ('testCases' in ask ? ask.testCases : [])));
    const observing = asks.flatMap((ask) => ('observations' in ask ? [{ ask, ...ask.observations }] : []));
    const rows = await this.database.read<EvidenceRow>(EVIDENCE, [
      observing.map(({ node }) => node),
      observing.map(({ latest }) => latest),
      observing.map(({ deadline }) => deadline ?? null),
      [...testCases],
    ]);
    const observed = observationsIn(rows);
    const found = {
      testCases: testCasesIn(rows),
      observations: new Map(observing.map(({ ask }, at) => [ask, observed[at]!])),
    };
    return asks.map(() => found);
  }
}

const testCasesIn = (rows: readonly EvidenceRow[]): Map<string, TestCaseEvidence> =>
  new Map(rows.flatMap((row) => (row.id === null ? [] : [[row.id, evidenceOf(row.evidence)] as const])));

const observationsIn = (rows: readonly EvidenceRow[]): Observations[] =>
  rows.flatMap((row) => (row.id === null ? [row.evidence] : []));

/** The last update according to the life cycle. What a profile says is an observation, if it says anything: one of this service's own does not. */
export function refreshesIn(asset: Json): Sighting[] {
  const timestamp = ownValue(asset, 'lifeCycle.updated.timestamp');
  return typeof timestamp === 'number' ? [{ timestamp, source: 'lifeCycle' }] : [];
}

const EVIDENCE_OF_TEST = `${evidenceOfTest('e')} as evidence`;

const NEWEST = `
      left join lateral (
           select json_build_object('status', status, 'timestamp', timestamp, 'result', body -> 'result', 'reason', reason) newest
             from test_case_result where test_case = e.node and e.deleted_by is null
              and timestamp <= (extract(epoch from now()) * 1000)::bigint + ${CLOCKS_APART_MS}
            order by timestamp desc limit 1) r on true`;

const testCases = (which: string): string => `
    select e.id::text as id, null::bigint as place, ${EVIDENCE_OF_TEST}
      from entity e ${NEWEST}
     where ${which} and e.type = 'testCase'`;

/** A test case that stands for a rule of a contract. */
interface RuleRow {
  readonly key: string;
  readonly ref: QualityExpectation['ref'];
  readonly evidence: StoredTestEvidence;
}

const RULES = {
  name: 'evidence-of-rules',
  text: `
    select m.key, json_build_object('id', e.id, 'name', e.name, 'fullyQualifiedName', e.fqn) as ref, ${EVIDENCE_OF_TEST}
      from contract_rule_test m join entity e on e.node = m.test_case ${NEWEST}
     where m.contract = $1`,
};

// Parameters: a contract, its asset, paths of columns, names of definitions. Test cases may write another case: their columns are resolved
// later.
const VALUES = {
  name: 'evidence-of-values',
  text: `
    select 'reading' as kind, null as path, null as name, null as definition, null::jsonb as parameters,
           c.timestamp::float8 as timestamp, c.outcomes as body
      from contract_promise c where c.contract = $1
    union all
    select 'test', ${TESTED_COLUMN}, t.name, d.name, t.body -> 'parameterValues', r.timestamp::float8, jsonb_build_object('status', r.status)
      from entity t join entity s on s.node = t.parent
      join entity_reference f on f.from_node = t.node and f.relation = 'testDefinition' join entity d on d.node = f.to_node
      join lateral (
        select r.timestamp, r.status from test_case_result r
         where r.test_case = t.node and r.status in ('Success', 'Failed')
           and r.timestamp <= (extract(epoch from now()) * 1000)::bigint + ${CLOCKS_APART_MS}
         order by r.timestamp desc limit 1) r on true
     where t.parent = $2 and t.type = 'testCase' and t.deleted_by is null and d.name = any($4::text[])
       and lower(${TESTED_COLUMN}) = any(select lower(path) from unnest($3::text[]) path)
    union all
    select 'profile', w.path, null, null, null, p.timestamp::float8,
           p.body || jsonb_strip_nulls(jsonb_build_object('rows', q.body -> 'rowCount', 'sampled', q.body -> 'profileSample'))
      from unnest((select $3::text[])) w(path)
      join lateral (
        select p.timestamp, p.body, p.profile from column_profile p
         where p.asset = $2 and p.column_key = md5(w.path)::uuid order by p.timestamp desc limit 1) p on true
      left join table_profile q on q.asset = $2 and q.timestamp = p.profile`,
};

/** @param newest the newest observations of a kind, of the asset `a` */
const observations = (newest: (kind: string) => string, assets: string): string => `
    select null::text as id, place, json_build_object(
      'refreshes', coalesce((
        select json_agg(json_strip_nulls(json_build_object('timestamp', timestamp, 'source', source, 'dataUntil', data_until))
                        order by timestamp desc)
          from ${newest('refresh')} o), '[]'),
      'arrivals', coalesce((
        select json_agg(json_strip_nulls(json_build_object('timestamp', timestamp, 'dataTimestamp', coalesce(data_timestamp, timestamp),
                          'source', source, 'dataUntil', data_until)) order by timestamp desc)
          from ${newest('arrival')} o), '[]'),
      'availability', coalesce((
        select json_agg(json_build_object('timestamp', timestamp, 'available', available, 'source', source))
          from observation where asset = a.node and kind = 'availability'
           and timestamp >= extract(epoch from now() - interval '${WINDOW_DAYS} days') * 1000), '[]')) as evidence
      from ${assets}`;

// Only the newest refreshes and arrivals are needed; of several at the same instant all are, because their sources
// may differ. Entries dated after the limit are excluded before counting. Whether the data of a day arrived in time
// is determined by the newest entries up to the deadline, however many follow; some more arrivals are read, because
// one may have delivered that day's data before the day began.
const upTo = (instant: string, kind: string, most: number) => `(
  select timestamp, source, data_timestamp, data_until from observation
   where asset = a.node and kind = '${kind}' and timestamp <= a.${instant} order by timestamp desc limit ${most})`;

const EVIDENCE = {
  name: 'evidence-of-runs',
  text: `select id, evidence from (${observations(
    (kind) => `(${upTo('latest', kind, NEWEST_OF)} union ${upTo('deadline', kind, NEWEST_OF)})`,
    `unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[])) with ordinality a(node, latest, deadline, place)`,
  )} union all ${testCases('e.id = any(array(select unnest($4::uuid[])))')}) found order by place`,
};

/** Parameter: the node of a contract. */
const LIKELY_EVIDENCE = {
  name: 'likely-evidence-of-run',
  text: `select id, evidence from (${observations(
    (kind) => upTo('latest', kind, RECENT),
    `(select asset as node, 1 as place, ${NOW_MS} + ${CLOCK_SKEW} as latest from contract where node = $1) a`,
  )} union all ${testCases(
    `e.node = any(array(select to_node from entity_reference where from_node = $1 and relation = 'qualityExpectations'))`,
  )}) found`,
};
