import { NOW_MS, query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Observation } from '../observations/observation';
import { openIncidents } from '../test-results/open-incidents';
import { SAME_INCIDENT, type TestCaseStatus } from '../test-results/test-result.repository';

/** An observation of an asset; node is bigint in decimal. */
export interface NodeObservation extends Observation {
  readonly node: string;
  /** The end of the newest day, in epoch ms, where the data has days and no times. */
  readonly dataUntil?: number;
}

/** An outcome of a test case. */
export interface NodeTestResult {
  readonly node: string;
  /** Epoch ms. */
  readonly timestamp: number;
  readonly status: TestCaseStatus;
  /** The members that an answer shows beside the two. */
  readonly body: Readonly<Record<string, unknown>>;
  /** Why a data run could not compute it. */
  readonly reason?: string;
}

/**
 * Evidence that other libraries read from what was reported to them (lineage events, reports of a transformation tool). Permissions are not
 * checked for permission here: its caller has judged the source of it. Sets of any size, one statement each.
 */
@Injectable()
export class DerivedEvidence {
  /** One of the same asset, kind, timestamp and source is replaced; no two of the given may be such. */
  async observe(tx: Transaction, observations: readonly NodeObservation[]): Promise<void> {
    if (observations.length > 0) await query(tx, OBSERVE, [JSON.stringify(observations)]);
  }

  /**
   * `observe` of what a statement finds, which is not read in between.
   * @param found gives node, kind, timestamp, source and data_timestamp
   */
  async observeFound(tx: Transaction, found: PreparedStatement, values: readonly unknown[]): Promise<void> {
    await query(
      tx,
      { name: found.name, text: observing(`(${found.text}) x`, 'x.data_timestamp, null::boolean, null::bigint') },
      values,
    );
  }

  /** Whether the source of an asset answered, in the slot of 5 minutes that it is now: of several observations in a slot a refusal wins. */
  async observeAvailability(tx: Transaction, node: string, available: boolean): Promise<void> {
    await query(tx, OBSERVE_AVAILABILITY, [node, available]);
  }

  /**
   * A result at the same timestamp is replaced; no two of the given may be of the same test case and timestamp. Failed ones open
   * incidents.
   */
  async record(tx: Transaction, results: readonly NodeTestResult[]): Promise<void> {
    if (results.length > 0) await query(tx, RECORD, [JSON.stringify(results)]);
    const failed = results.filter(({ status }) => status === 'Failed');
    await openIncidents(tx, failed);
  }
}

// In the order of the key, so that two writers never wait for each other in a circle. What is gone by now has no evidence.
const observing = (rows: string, rest: string): string => `
  insert into observation as o (asset, kind, timestamp, source, data_timestamp, available, data_until)
  select x.node, x.kind, x.timestamp, x.source, ${rest}
    from ${rows} join entity e on e.node = x.node
   order by 1, 2, 3, 4
  on conflict (asset, kind, timestamp, source)
  do update set data_timestamp = excluded.data_timestamp, available = excluded.available, data_until = excluded.data_until
   where (o.data_timestamp, o.available, o.data_until)
         is distinct from (excluded.data_timestamp, excluded.available, excluded.data_until)`;

const OBSERVE: PreparedStatement = {
  name: 'evidence-observe',
  text: observing(
    `jsonb_to_recordset($1) x (node bigint, kind text, timestamp bigint, source text, "dataTimestamp" bigint, available boolean, "dataUntil" bigint)`,
    'x."dataTimestamp", x.available, x."dataUntil"',
  ),
};

/** The source that readings of this service are named by. */
const READING = 'data';
const SLOT_MS = 5 * 60_000;

const OBSERVE_AVAILABILITY: PreparedStatement = {
  name: 'evidence-availability',
  text: `
  insert into observation as o (asset, kind, timestamp, source, available)
  select e.node, 'availability', ${NOW_MS} / ${SLOT_MS} * ${SLOT_MS}, '${READING}', $2
    from entity e where e.node = $1
  on conflict (asset, kind, timestamp, source) do update set available = o.available and excluded.available
   where o.available is distinct from (o.available and excluded.available)`,
};

const RECORD: PreparedStatement = {
  name: 'evidence-record',
  text: `
  insert into test_case_result as r (test_case, timestamp, status, body, reason)
  select x.node, x.timestamp, x.status, x.body, x.reason
    from jsonb_to_recordset($1) x (node bigint, timestamp bigint, status text, body jsonb, reason text)
   order by 1, 2
  on conflict (test_case, timestamp)
  do update set status = excluded.status, body = excluded.body, reason = excluded.reason, incident = ${SAME_INCIDENT}
   where (r.status, r.body, r.reason) is distinct from (excluded.status, excluded.body, excluded.reason)`,
};
