import { KeysetPages, type KeysetPage, type PageNeighbours, type PageRequest, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';

export interface ListRequest extends PageRequest {
  readonly limit: number;
}

export interface ListPage {
  readonly data: readonly unknown[];
  readonly paging: PageNeighbours & { readonly total: number };
}

interface Keyed {
  /** Values of the sort. */
  readonly keys: readonly unknown[];
  readonly item: unknown;
}

/** @param read rows in the order in which they were read, one more than the limit where there are more */
export function listPage(page: KeysetPage, read: readonly Keyed[], limit: number, total: number): ListPage {
  const rows = page.rows(read, limit);
  return {
    data: rows.map(({ item }) => item),
    paging: { total, ...page.neighbours(rows, read.length > rows.length, ({ keys }) => keys) },
  };
}

export interface EventListRequest extends ListRequest {
  readonly runId?: string;
  readonly eventType?: string;
}

interface EventRow {
  readonly key: string;
  readonly time: string;
  readonly item: Record<string, unknown>;
}

/** The events that were taken, newest first by their own time. */
@Injectable()
export class EventList {
  constructor(
    private readonly database: Database,
    private readonly pages: KeysetPages,
    private readonly rights: SenderRights,
  ) {}

  /**
   * `{eventTime, eventType?, kind, runId?, job?, receivedAt, sender, reduced, notes, event}` each; times in epoch ms, `event` as it
   * came, `reduced` where it was larger than 64 KiB.
   */
  async list(actor: Actor, request: EventListRequest): Promise<ListPage> {
    this.rights.requireAll(actor);
    const { runId = null, eventType = null, limit } = request;
    const scope = `openlineage events ${JSON.stringify([runId, eventType])}`;
    const page = this.pages.open(scope, request);
    const [time = null, key = null] = page.place?.keys ?? [];
    const statement = page.isBackward ? BACKWARD : FORWARD;
    const [rows, total] = await Promise.all([
      limit === 0 ? [] : this.database.read<EventRow>(statement, [time, key, limit + 1, runId, eventType]),
      this.database.read<{ n: string }>(TOTAL, [runId, eventType]),
    ]);
    const keyed = rows.map((row) => ({ keys: [row.time, row.key], item: row.item }));
    return listPage(page, keyed, limit, Number(total[0]?.n));
  }
}

const FILTER = (runId: string, eventType: string): string =>
  `(${runId}::text is null or run_id = ${runId}) and (${eventType}::text is null or event_type = ${eventType})`;

const statement = (way: string, than: string, order: string) => ({
  name: `openlineage-events-${way}`,
  text: `
    select key::text as key, event_time::text as time,
           jsonb_strip_nulls(jsonb_build_object('eventTime', event_time, 'eventType', event_type, 'kind', kind, 'runId', run_id,
             'job', case when job_name is not null then jsonb_build_object('namespace', job_namespace, 'name', job_name) end,
             'receivedAt', received_at, 'sender', sender, 'reduced', reduced, 'notes', notes))
           || jsonb_build_object('event', body::jsonb) as item
      from openlineage_event
     where ($1::bigint is null or (-event_time, key) ${than} (-$1::bigint, $2::uuid)) and ${FILTER('$4', '$5')}
     order by -event_time ${order}, key ${order} limit $3`,
});
const FORWARD = statement('forward', '>', '');
const BACKWARD = statement('backward', '<', 'desc');
const TOTAL = {
  name: 'openlineage-events-total',
  text: `select count(*) as n from openlineage_event where ${FILTER('$1', '$2')}`,
};
