import { query } from '@app/database';
import type { Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Series } from '../series/series';
import type { EvidenceTarget } from '../target/evidence-target';
import type { TestResultDocument } from './test-result.schema';

/** The JSON of a result as it is answered: of `r`, a row, and the FQN of its test case. */
const jsonOf = (fqn: string): string => `
  jsonb_build_object('testCaseFQN', ${fqn}::text, 'timestamp', r.timestamp, 'testCaseStatus', r.status) || r.body`;

export const TEST_RESULTS: Series = { table: 'test_case_result', key: 'test_case', json: jsonOf('e.fqn') };

export interface WrittenResult {
  readonly json: string;
  /** Whether it is new, rather than put in the place of another. */
  readonly isNew: boolean;
}

@Injectable()
export class TestResultRepository {
  /** A result at the same timestamp is replaced. */
  async put(tx: Transaction, { node, fqn }: EvidenceTarget, result: TestResultDocument): Promise<WrittenResult> {
    const values = [node, result.timestamp, result.status, JSON.stringify(result.body), fqn];
    const [row] = await query<WrittenResult>(tx, PUT, values);
    return row!;
  }

  /** The deleted result as it would have gone out. */
  async take(tx: Transaction, { node, fqn }: EvidenceTarget, timestamp: number): Promise<string | undefined> {
    const [row] = await query<{ json: string }>(tx, TAKE, [node, timestamp, fqn]);
    return row?.json;
  }
}

// A row that was there before has an xmax: the transaction that took its place.
const PUT = `
  insert into test_case_result as r (test_case, timestamp, status, body) values ($1, $2, $3, $4)
  on conflict (test_case, timestamp) do update set status = excluded.status, body = excluded.body
  returning (${jsonOf('$5')})::text as json, r.xmax = 0 as "isNew"`;

const TAKE = `
  delete from test_case_result r where r.test_case = $1 and r.timestamp = $2
  returning (${jsonOf('$3')})::text as json`;
