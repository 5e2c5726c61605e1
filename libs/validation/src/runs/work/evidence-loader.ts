import { Gathering } from '@app/common';
import { Database, isOfAValue } from '@app/database';
import type { Json } from './contract-loader';
import { Injectable } from '@nestjs/common';
import type { QualityExpectation } from '../../checks/quality-check';
import type { EvidenceLimits } from '../../checks/sla-check';
import type { Sighting, SlaEvidence } from '../../checks/sla/sla-evidence';

/** What is known of a test case beside that a contract refers to it. */
type TestCaseEvidence = Pick<QualityExpectation, 'newest' | 'severity'>;

/** Instants in epoch ms. */
type Evidence = Omit<SlaEvidence, 'now'>;

/** How far back observations of availability count, in days (decisions 6). */
const WINDOW_DAYS = 30;

/** Runs whose evidence is looked for at once. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: isOfAValue };

type Observations = Pick<Evidence, 'refreshes' | 'arrivals' | 'availability'>;

/** Of which asset observations are asked for, and up to when. */
interface ObservationAsk extends EvidenceLimits {
  readonly node: string;
}

/** What is known of assets beside their own documents: results of their tests, observations of their data. */
@Injectable()
export class EvidenceLoader {
  private readonly clock = new Gathering((asks: readonly undefined[]) => this.nowForAll(asks), TOGETHER);
  private readonly testCases = new Gathering((asks: readonly (readonly string[])[]) => this.ofAll(asks), TOGETHER);
  private readonly observations = new Gathering((asks: readonly ObservationAsk[]) => this.observed(asks), TOGETHER);

  constructor(private readonly database: Database) {}

  /** The instant that evidence is judged at: never one before it was asked for. */
  now(): Promise<number> {
    return this.clock.ask(undefined);
  }

  /** The newest result and the severity (`extension.severity`) of each test case, by its id. Of a deleted one nothing is known. */
  async ofTestCases(testCaseIds: readonly string[]): Promise<ReadonlyMap<string, TestCaseEvidence>> {
    return testCaseIds.length === 0 ? new Map() : this.testCases.ask(testCaseIds);
  }

  /** Pushed observations, and what the asset's own document says of its last refresh. */
  async ofAsset(node: string, asset: Json, limits: EvidenceLimits): Promise<Evidence> {
    const { refreshes, arrivals, availability } = await this.observations.ask({ node, ...limits });
    return { refreshes: [...refreshes, ...refreshesIn(asset)], arrivals, availability };
  }

  private async nowForAll(asks: readonly undefined[]): Promise<number[]> {
    const now = await this.database.now();
    return asks.map(() => now);
  }

  /** One map for all: each looks in it for its own. */
  private async ofAll(asks: readonly (readonly string[])[]): Promise<ReadonlyMap<string, TestCaseEvidence>[]> {
    const ids = [...new Set(asks.flat())];
    const rows = await this.database.read<{ id: string; evidence: TestCaseEvidence }>(TEST_CASES, [ids]);
    const known = new Map(rows.map(({ id, evidence }) => [id, evidence]));
    return asks.map(() => known);
  }

  /** One row for each ask, in their order: contracts of one asset may ask for different times. */
  private async observed(asks: readonly ObservationAsk[]): Promise<Observations[]> {
    const rows = await this.database.read<{ evidence: Observations }>(OBSERVATIONS, [
      asks.map(({ node }) => node),
      asks.map(({ latest }) => latest),
      asks.map(({ deadline }) => deadline ?? null),
    ]);
    return rows.map(({ evidence }) => evidence);
  }
}

/** The time of the last update by its life cycle, and of its last profile. */
function refreshesIn(asset: Json): Sighting[] {
  const times = [
    { timestamp: at(asset, 'lifeCycle', 'updated', 'timestamp'), source: 'lifeCycle' },
    { timestamp: at(asset, 'profile', 'timestamp'), source: 'profile' },
  ];
  return times.flatMap(({ timestamp, source }) => (typeof timestamp === 'number' ? [{ timestamp, source }] : []));
}

function at(value: unknown, ...path: string[]): unknown {
  return path.reduce<unknown>(
    (inner, key) => (typeof inner === 'object' && inner !== null ? (inner as Json)[key] : undefined),
    value,
  );
}

const TEST_CASES = {
  name: 'evidence-of-test-cases',
  text: `
    select e.id::text as id,
           json_strip_nulls(json_build_object('newest', newest, 'severity', e.details -> 'extension' ->> 'severity')) as evidence
      from entity e left join lateral (
           select json_build_object('status', status, 'timestamp', timestamp, 'result', body -> 'result') newest
             from test_case_result where test_case = e.node order by timestamp desc limit 1) r on true
     where e.id = any($1::uuid[]) and e.type = 'testCase' and e.deleted_by is null`,
};

// Of refreshes and arrivals the newest count; of several at one instant all do, since they may differ by source. What is
// dated later than the latest takes no place among them. Whether the data of a day was there in time shows in the newest
// up to the deadline, however much came after it; of arrivals some more are read, for one may have brought that day's data
// before the day began.
const NEWEST_OF = 20;
const upTo = (instant: string, kind: string) => `(
  select timestamp, source, data_timestamp from observation
   where asset = a.node and kind = '${kind}' and timestamp <= a.${instant} order by timestamp desc limit ${NEWEST_OF})`;
const newest = (kind: string) => `(${upTo('latest', kind)} union ${upTo('deadline', kind)})`;
const OBSERVATIONS = {
  name: 'observations-of-assets',
  text: `
    select json_build_object(
      'refreshes', coalesce((
        select json_agg(json_build_object('timestamp', timestamp, 'source', source) order by timestamp desc)
          from ${newest('refresh')} o), '[]'),
      'arrivals', coalesce((
        select json_agg(json_build_object('timestamp', timestamp, 'dataTimestamp', coalesce(data_timestamp, timestamp), 'source', source)
                        order by timestamp desc)
          from ${newest('arrival')} o), '[]'),
      'availability', coalesce((
        select json_agg(json_build_object('timestamp', timestamp, 'available', available, 'source', source))
          from observation where asset = a.node and kind = 'availability'
           and timestamp >= extract(epoch from now() - interval '${WINDOW_DAYS} days') * 1000), '[]')) as evidence
      from unnest((select $1::bigint[]), (select $2::bigint[]), (select $3::bigint[]))
           with ordinality a(node, latest, deadline, place)
     order by place`,
};
