import { KeysetPages, type PageNeighbours, type PageRequest, type Actor } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery } from '@app/database';
import { Injectable } from '@nestjs/common';
import { SenderRights } from '../intake/sender-rights';

export interface ListRequest extends PageRequest {
  readonly limit: number;
}

export interface ListPage {
  readonly data: readonly unknown[];
  readonly paging: PageNeighbours & { readonly total: number };
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
    const { runId, eventType, limit } = request;
    const scope = `openlineage events ${JSON.stringify([runId, eventType])}`;
    const page = this.pages.open(scope, request);
    const filter = Conditions.of()
      .when(runId, (bound) => `v.run_id = ${bound}`)
      .when(eventType, (bound) => `v.event_type = ${bound}`);
    const { rows, paging } = await EVENTS.counted(this.database, filter, { page, limit });
    return { data: rows.map(({ item }) => item), paging };
  }
}

const EVENTS = new KeysetQuery<EventRow>({
  select: `
    select v.key::text as key, v.event_time::text as time,
           jsonb_strip_nulls(jsonb_build_object('eventTime', v.event_time, 'eventType', v.event_type, 'kind', v.kind, 'runId', v.run_id,
             'job', case when v.job_name is not null then jsonb_build_object('namespace', v.job_namespace, 'name', v.job_name) end,
             'receivedAt', v.received_at, 'sender', v.sender, 'reduced', v.reduced, 'notes', v.notes))
           || jsonb_build_object('event', v.body::jsonb) as item
      from openlineage_event v`,
  from: 'from openlineage_event v',
  order: new KeysetOrder<EventRow>(
    // The newest first, in the ascending order that the index has.
    { sql: '-v.event_time', type: (time) => `-${time}::bigint`, key: ({ time }) => time },
    { sql: 'v.key', type: 'uuid', key: ({ key }) => key },
  ),
  prepared: 'openlineage-events',
});
