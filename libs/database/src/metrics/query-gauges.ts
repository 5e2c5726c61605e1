import { withTimeout } from '@app/common';
import type { QueryResultRow } from 'pg';
import type { Database } from '../database';
import type { PreparedStatement } from '../transaction';
import { LiveGauges, type LiveGauge, type Reading } from './live-gauges';

/** Timeout for the statement, in ms: an unavailable database must not block the metrics endpoint. */
const ANSWER_MS = 1_000;

export interface QueryGauge<Row> extends Pick<LiveGauge, 'name' | 'help' | 'labels'> {
  readonly read: (rows: readonly Row[]) => readonly Reading[];
}

/** Gauges that one statement answers each time the metrics are asked for; they have no values while the database does not answer. */
export class QueryGauges<Row extends QueryResultRow> {
  private readonly gauges: LiveGauges;
  private reading: Promise<readonly Row[] | undefined> | undefined;

  constructor(
    private readonly database: Pick<Database, 'read'>,
    private readonly statement: PreparedStatement,
    gauges: readonly QueryGauge<Row>[],
  ) {
    this.gauges = new LiveGauges(
      gauges.map(({ read, ...gauge }) => ({ ...gauge, read: async () => whereKnown(await this.rows(), read) })),
    );
  }

  remove(): void {
    this.gauges.remove();
  }

  /** The gauges of one answer are read at once. */
  private rows(): Promise<readonly Row[] | undefined> {
    this.reading ??= withTimeout(this.database.read<Row>(this.statement, []), ANSWER_MS, 'Reading metrics')
      .catch(() => undefined)
      .finally(() => (this.reading = undefined));
    return this.reading;
  }
}

function whereKnown<Row>(
  rows: readonly Row[] | undefined,
  read: (rows: readonly Row[]) => readonly Reading[],
): readonly Reading[] | undefined {
  return rows && read(rows);
}
