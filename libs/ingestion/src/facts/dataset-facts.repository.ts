import { query, type PreparedStatement, type Transaction } from '@app/database';
import { Injectable } from '@nestjs/common';
import { counts, type EventDataset, type LineageEvent } from '../event/event';
import { datasetKey, eventKey, itemKey, jobKey, stampOf } from '../event/event-key';

interface FacetRow {
  readonly name: string;
  readonly kind: string;
  readonly body: unknown;
}

interface EvidenceRow {
  readonly dataset: string;
  readonly kind: 'statistics' | 'assertion';
  readonly item: string;
  readonly body: unknown;
}

/** Stores what events say of one dataset: facets of which the newest counts, and what happened at a time. */
@Injectable()
export class DatasetFactsRepository {
  async putFacets(tx: Transaction, event: LineageEvent): Promise<void> {
    const rows = facetRows(event);
    if (rows.length > 0) await query(tx, PUT_FACETS, [JSON.stringify(rows), stampOf(event)]);
  }

  /**
   * @param about key of the run, or of the dataset where there is none
   * @param withAssertions whether the sender may have them made into test cases
   */
  async putEvidence(tx: Transaction, event: LineageEvent, about: string, withAssertions: boolean): Promise<void> {
    const rows = evidenceRows(event).filter(({ kind }) => withAssertions || kind !== 'assertion');
    if (rows.length > 0) await query(tx, PUT_EVIDENCE, [JSON.stringify(rows), event.time.ms, about]);
  }
}

/** The rows of its facets, once for each dataset or job and facet. */
export function facetRows(event: LineageEvent): FacetRow[] {
  const rows = [
    ...event.datasets.flatMap((dataset) => {
      const name = datasetKey(dataset);
      const { storedFacets, lifecycle } = dataset;
      const state = lifecycle && counts(event) ? [{ name, kind: 'lifecycle', body: { state: lifecycle } }] : [];
      return [...Object.entries(storedFacets).map(([kind, body]) => ({ name, kind, body })), ...state];
    }),
    ...(event.job
      ? Object.entries(event.job.storedFacets).map(([kind, body]) => ({ name: jobKey(event.job!), kind, body }))
      : []),
  ];
  // A dataset that is input and output too brings its facets twice.
  return [...new Map(rows.map((row) => [`${row.name} ${row.kind}`, row])).values()];
}

/** The rows of what it says happened to its datasets. */
export function evidenceRows(event: LineageEvent): EvidenceRow[] {
  return event.datasets.flatMap((dataset) => [...statistics(event, dataset), ...assertions(event, dataset)]);
}

function statistics(event: LineageEvent, dataset: EventDataset): EvidenceRow[] {
  if (!dataset.written || !counts(event)) return [];
  return [{ dataset: datasetKey(dataset), kind: 'statistics', item: itemKey(eventKey(event)), body: {} }];
}

/** A run that failed for its assertions reports them as well. */
function assertions(event: LineageEvent, dataset: EventDataset): EvidenceRow[] {
  const [key, ofEvent] = [datasetKey(dataset), eventKey(event)];
  return dataset.assertions.map((body, i) => ({
    dataset: key,
    kind: 'assertion',
    item: itemKey(ofEvent, dataset.output, i),
    body,
  }));
}

const PUT_FACETS: PreparedStatement = {
  name: 'openlineage-facets-put',
  text: `
  insert into openlineage_facet as f (name, kind, stamp, body)
  select x.name, x.kind, $2, x.body from jsonb_to_recordset($1) x (name uuid, kind text, body jsonb) order by 1, 2
  on conflict (name, kind) do update set stamp = excluded.stamp, body = excluded.body where f.stamp < excluded.stamp`,
};

const PUT_EVIDENCE: PreparedStatement = {
  name: 'openlineage-evidence-put',
  text: `
  insert into openlineage_evidence (dataset, kind, time, run, item, body)
  select distinct on (x.dataset, x.kind, x.item) x.dataset, x.kind, $2::bigint, $3::uuid, x.item, x.body
    from jsonb_to_recordset($1) x (dataset uuid, kind text, item uuid, body jsonb) order by x.dataset, x.kind, x.item
  on conflict do nothing`,
};
