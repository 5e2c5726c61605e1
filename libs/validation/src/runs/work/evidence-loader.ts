import { Batcher } from '@app/common';
import { Database, isOfAValue } from '@app/database';
import type { Json } from './contract-loader';
import { Injectable } from '@nestjs/common';
import type { QualityExpectation } from '../../checks/quality-check';
import type { EvidenceLimits } from '../../checks/sla-check';
import type { Sighting, SlaEvidence } from '../../checks/sla/sla-evidence';

/** Data of a test case beyond the contract's reference to it. */
type TestCaseEvidence = Pick<QualityExpectation, 'newest' | 'severity' | 'isDeleted'>;

/** Instants in epoch ms. */
type Evidence = Omit<SlaEvidence, 'now'>;

/** Time window for observations of availability, in days. */
const WINDOW_DAYS = 30;

/** Runs whose evidence is loaded in one batch. */
const TOGETHER = { most: 16, atOnce: 1, isOnes: isOfAValue };

type Observations = Pick<Evidence, 'refreshes' | 'arrivals' | 'availability'>;

/** The asset whose observations are read, and their upper time limits. */
interface ObservationAsk extends EvidenceLimits {
  readonly node: string;
}

/** Evidence about assets beyond their own documents: results of their tests, observations of their data. */
@Injectable()
export class EvidenceLoader {
  private readonly testCases = new Batcher((asks: readonly (readonly string[])[]) => this.ofAll(asks), TOGETHER);
  private readonly observations = new Batcher((asks: readonly ObservationAsk[]) => this.observed(asks), TOGETHER);

  constructor(private readonly database: Database) {}

  /**
   * The newest result and the severity (`extension.severity`) of each test case, by its id. One that is deleted has
   * no result, and that is told.
   */
  async ofTestCases(testCaseIds: readonly string[]): Promise<ReadonlyMap<string, TestCaseEvidence>> {
    return testCaseIds.length === 0 ? new Map() : this.testCases.ask(testCaseIds);
  }

  /** Pushed observations, and the last refresh according to the asset's own document. */
  async ofAsset(node: string, asset: Json, limits: EvidenceLimits): Promise<Evidence> {
    const { refreshes, arrivals, availability } = await this.observations.ask({ node, ...limits });
    return { refreshes: [...refreshes, ...refreshesIn(asset)], arrivals, availability };
  }

  /** One map for all requests of the batch; each looks up its own test cases. */
  private async ofAll(asks: readonly (readonly string[])[]): Promise<ReadonlyMap<string, TestCaseEvidence>[]> {
    const ids = [...new Set(asks.flat())];
    const rows = await this.database.read<{ id: string; evidence: TestCaseEvidence }>(TEST_CASES, [ids]);
    const known = new Map(rows.map(({ id, evidence }) => [id, evidence]));
    return asks.map(() => known);
  }

  /** One row per request, in order: contracts of one asset may use different time limits. */
  private async observed(asks: readonly ObservationAsk[]): Promise<Observations[]> {
    const rows = await this.database.read<{ evidence: Observations }>(OBSERVATIONS, [
      asks.map(({ node }) => node),
      asks.map(({ latest }) => latest),
      asks.map(({ deadline }) => deadline ?? null),
    ]);
    return rows.map(({ evidence }) => evidence);
  }
}

/** Last update according to the life cycle and the last profile. */
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

/** How far ahead of the database's clock the clock of who sends a result may go, in ms. */
const CLOCKS_APART_MS = 5 * 60_000;

// A result that is dated later, by a clock that is wrong, would hide all that come until then.
const TEST_CASES = {
  name: 'evidence-of-test-cases',
  text: `
    select e.id::text as id,
           json_strip_nulls(json_build_object('newest', newest, 'severity', e.details -> 'extension' ->> 'severity',
             'isDeleted', case when e.deleted_by is not null then true end)) as evidence
      from entity e left join lateral (
           select json_build_object('status', status, 'timestamp', timestamp, 'result', body -> 'result') newest
             from test_case_result where test_case = e.node and e.deleted_by is null
              and timestamp <= (extract(epoch from now()) * 1000)::bigint + ${CLOCKS_APART_MS}
            order by timestamp desc limit 1) r on true
     where e.id = any($1::uuid[]) and e.type = 'testCase'`,
};

// Only the newest refreshes and arrivals are needed; of several at the same instant all are, because their sources
// may differ. Entries dated after the limit are excluded before counting. Whether the data of a day arrived in time
// is determined by the newest entries up to the deadline, however many follow; some more arrivals are read, because
// one may have delivered that day's data before the day began.
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
