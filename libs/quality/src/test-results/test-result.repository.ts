import { query, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { openIncidents } from './open-incidents';
import type { Series } from '../series/series';
import type { EvidenceTarget } from '../target/evidence-target';
import type { Written } from '../target/target-finder';

/** The JSON of a result as it is answered: of `r`, a row, and the FQN of its test case. */
const jsonOf = (fqn: string): string => `
  jsonb_build_object('testCaseFQN', ${fqn}::text, 'timestamp', r.timestamp, 'testCaseStatus', r.status) || r.body
    || case when r.incident is null then '{}' else jsonb_build_object('incidentId', r.incident) end`;

export const TEST_RESULTS: Series = { table: 'test_case_result', key: 'test_case', json: jsonOf('e.fqn') };

/** Outcomes of a test case; Queued is none yet, and never counts as passed. */
export const TEST_CASE_STATUSES = ['Success', 'Failed', 'Aborted', 'Queued'] as const;
export type TestCaseStatus = (typeof TEST_CASE_STATUSES)[number];

/** A pushed result; its time is in epoch ms. What else it says is stored, but for what names the test case, as the path does. */
export interface SentTestResult {
  readonly timestamp: number;
  readonly testCaseStatus: TestCaseStatus;
  readonly id?: string;
  readonly fqn?: string;
  readonly testCaseFQN?: string;
  readonly testCase?: object;
  readonly testDefinition?: object;
}

/** A result that failed again belongs to the incident that it belonged to, also where that is resolved by now. */
export const SAME_INCIDENT = `case when excluded.status = 'Failed' then r.incident end`;

function belonging(json: string, incidentId: string): string {
  return JSON.stringify({ ...(JSON.parse(json) as object), incidentId });
}

@Injectable()
export class TestResultRepository {
  /** A result at the same timestamp is replaced. A failed one opens an incident. @param by a user's id */
  async put(tx: Transaction, { node, fqn }: EvidenceTarget, result: SentTestResult, by: string): Promise<Written> {
    const { timestamp, testCaseStatus, id: _id, fqn: _fqn, testCaseFQN: _of, testCase: _case, ...rest } = result;
    const { testDefinition: _definition, ...body } = rest;
    const values = [node, timestamp, testCaseStatus, JSON.stringify(body), fqn];
    const [row] = await query<Written & { hasIncident: boolean }>(tx, PUT, values);
    const { hasIncident, ...written } = row!;
    if (testCaseStatus !== 'Failed' || hasIncident) return written;
    const [incident] = await openIncidents(tx, [{ node, timestamp }], by);
    return incident === undefined ? written : { ...written, json: belonging(written.json, incident) };
  }

  /** The deleted result as it would have gone out. */
  async take(tx: Transaction, { node, fqn }: EvidenceTarget, timestamp: number): Promise<string | undefined> {
    const [row] = await query<{ json: string }>(tx, TAKE, [node, timestamp, fqn]);
    return row?.json;
  }
}

// A row that was there before has an xmax: the transaction that replaced it.
const PUT = `
  insert into test_case_result as r (test_case, timestamp, status, body) values ($1, $2, $3, $4)
  on conflict (test_case, timestamp)
  do update set status = excluded.status, body = excluded.body, reason = null, incident = ${SAME_INCIDENT}
  returning (${jsonOf('$5')})::text as json, r.xmax = 0 as "isNew", r.incident is not null as "hasIncident"`;

const TAKE = `
  delete from test_case_result r where r.test_case = $1 and r.timestamp = $2
  returning (${jsonOf('$3')})::text as json`;
