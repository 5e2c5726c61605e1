import {
  Conditions,
  Database,
  KeysetOrder,
  KeysetQuery,
  NOW_MS,
  query,
  type CountedRows,
  type KeysetRequest,
  type PreparedStatement,
  type Transaction,
} from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Metric, PointVerdict } from '../baseline/judge';

/** Verdicts on one series that are looked at, the newest. */
const MOST_VERDICTS = 1_000;

/** The stored feedback of a user on a point; times in epoch ms. */
export interface FeedbackRow {
  readonly metric: Metric;
  readonly timestamp: number;
  readonly verdict: PointVerdict['verdict'];
  readonly comment: string | null;
  readonly updatedAt: number;
  readonly updatedBy: string;
}

export interface FeedbackKey {
  /** Node of the contract. */
  readonly contract: string;
  readonly metric: Metric;
  readonly timestamp: number;
}

const COLUMNS = `f.metric, f.timestamp::float8 as timestamp, f.verdict, f.comment, f.updated_at::float8 as "updatedAt", f.updated_by as "updatedBy"`;

const VERDICTS: PreparedStatement = {
  name: 'learned-verdicts',
  text: `
  select f.timestamp::float8 as timestamp, f.verdict from learned_feedback f
   where f.contract = $1 and f.metric = $2 order by f.timestamp desc limit ${MOST_VERDICTS}`,
};

const ONE = `select ${COLUMNS} from learned_feedback f where f.contract = $1 and f.metric = $2 and f.timestamp = $3`;

const PUT = `
  insert into learned_feedback (contract, metric, timestamp, verdict, comment, updated_at, updated_by)
  values ($1, $2, $3, $4, $5, ${NOW_MS}, $6)
  on conflict (contract, metric, timestamp) do update
     set verdict = excluded.verdict, comment = excluded.comment, updated_at = excluded.updated_at, updated_by = excluded.updated_by`;

const REMOVE = `delete from learned_feedback where contract = $1 and metric = $2 and timestamp = $3`;

const FEEDBACK = new KeysetQuery<FeedbackRow & object>({
  select: `select ${COLUMNS} from learned_feedback f`,
  from: 'from learned_feedback f',
  order: new KeysetOrder<FeedbackRow>(
    { sql: 'f.timestamp', type: 'bigint', key: ({ timestamp }) => timestamp },
    { sql: 'f.metric', type: 'text', key: ({ metric }) => metric },
  ),
  direction: 'desc',
  prepared: 'learned-feedback',
});

/** Statements about what people said of points. */
@Injectable()
export class FeedbackRepository {
  constructor(private readonly database: Database) {}

  verdicts(contract: string, metric: Metric): Promise<PointVerdict[]> {
    return this.database.read<PointVerdict & object>(VERDICTS, [contract, metric]);
  }

  async find(tx: Transaction, { contract, metric, timestamp }: FeedbackKey): Promise<FeedbackRow | undefined> {
    return (await query<FeedbackRow & object>(tx, ONE, [contract, metric, timestamp]))[0];
  }

  async put(
    tx: Transaction,
    key: FeedbackKey,
    verdict: string,
    comment: string | undefined,
    by: string,
  ): Promise<void> {
    await query(tx, PUT, [key.contract, key.metric, key.timestamp, verdict, comment ?? null, by]);
  }

  async remove(tx: Transaction, { contract, metric, timestamp }: FeedbackKey): Promise<void> {
    await query(tx, REMOVE, [contract, metric, timestamp]);
  }

  /** Newest point first. @param contract its node */
  page(contract: string, metric: Metric | undefined, request: KeysetRequest): Promise<CountedRows<FeedbackRow>> {
    const filter = Conditions.of()
      .when(contract, (bound) => `f.contract = ${bound}`)
      .when(metric, (bound) => `f.metric = ${bound}`);
    return FEEDBACK.counted(this.database, filter, request);
  }
}
