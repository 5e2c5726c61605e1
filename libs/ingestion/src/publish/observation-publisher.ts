import type { PreparedStatement, Transaction } from '@app/database';
import { DerivedEvidence } from '@app/quality';
import { Injectable } from '@nestjs/common';

/**
 * When data was refreshed and arrived, by what the runs say: a COMPLETE refreshes the run's outputs, statistics of a write the
 * dataset that has them; with a nominal time the outputs also arrived, as new as that time.
 */
@Injectable()
export class ObservationPublisher {
  constructor(private readonly evidence: DerivedEvidence) {}

  /** Publishes observations of the outputs of a run, as far as their assets are known. */
  async publishRun(tx: Transaction, runKey: string): Promise<void> {
    await this.evidence.observeFound(tx, OF_RUN, [runKey]);
  }

  /** Publishes all that is known of one dataset. */
  async publishDataset(tx: Transaction, key: string): Promise<void> {
    await this.evidence.observeFound(tx, OF_DATASET, [[key]]);
  }

  /** Publishes statistics alone. @param keys of datasets */
  async publishStatistics(tx: Transaction, keys: readonly string[]): Promise<void> {
    if (keys.length > 0) await this.evidence.observeFound(tx, OF_STATISTICS, [keys]);
  }
}

// No client can push under a source that begins so: it belongs to the catalog's own evidence.
const SOURCE = `'catalog:openlineage/' ||`;

const RUNS = `
  select w.node, x.kind, done.at as timestamp, ${SOURCE} r.key as source,
         case when x.kind = 'arrival' then r.nominal end as data_timestamp
    from openlineage_run r
    join openlineage_run_dataset d on d.run = r.key and d.output
    cross join lateral (select w.node from openlineage_name w where w.key = d.dataset and w.node is not null offset 0) w
    cross join lateral unnest(r.completed) done (at)
    cross join lateral (select 'refresh' as kind union all select 'arrival' where r.nominal is not null) x
   where`;

const STATISTICS = `
  select w.node, 'refresh' as kind, v.time as timestamp, ${SOURCE} v.run as source, null::bigint as data_timestamp
    from openlineage_evidence v join openlineage_name w on w.key = v.dataset and w.node is not null
   where v.dataset = any($1::uuid[]) and v.kind = 'statistics' group by 1, 2, 3, 4, 5`;

const OF_RUN: PreparedStatement = {
  name: 'openlineage-observations-run',
  text: `${RUNS} r.key = $1 group by 1, 2, 3, 4, 5`,
};
const OF_DATASET: PreparedStatement = {
  name: 'openlineage-observations-dataset',
  text: `${RUNS} d.dataset = any($1::uuid[]) union ${STATISTICS}`,
};
const OF_STATISTICS: PreparedStatement = { name: 'openlineage-observations-statistics', text: STATISTICS };
