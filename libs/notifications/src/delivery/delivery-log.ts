import { KeysetPages, notFound, withoutNulls, type Actor, type PageNeighbours, type RowOf } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery } from '@app/database';
import { EVENT_CHANNEL } from '@app/events';
import { Injectable } from '@nestjs/common';
import type { Notice } from '../document/notice';
import { ShownNotices } from '../planning/shown-notices';
import type { DeliveryState } from '../document/subscription';
import { SubscriptionService } from '../subscription/subscription.service';

/** A message, as it is shown. Times in epoch ms. */
export interface DeliveryView {
  readonly id: string;
  /** dead: given up; discarded: the subscriber has lost the right to view it. */
  readonly state: DeliveryState;
  readonly createdAt: number;
  readonly attempts: number;
  readonly lastAttemptAt?: number;
  /** When it is tried again, where a try failed. */
  readonly nextAttemptAt?: number;
  /** The status of the last answer over HTTP. */
  readonly statusCode?: number;
  readonly error?: string;
  readonly tookMs?: number;
  /** The notices of it, without the change itself, of what the reader may view. */
  readonly notices: readonly Omit<Notice, 'event'>[];
}

export interface DeliveryListRequest {
  readonly state?: DeliveryState;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

interface DeliveryRow extends RowOf<DeliveryView> {
  readonly seq: string;
}

/** The messages of a subscription: what is to be sent, and what became of the others. */
@Injectable()
export class DeliveryLog {
  constructor(
    private readonly database: Database,
    private readonly notices: ShownNotices,
    private readonly subscriptions: SubscriptionService,
    private readonly pages: KeysetPages,
  ) {}

  async list(
    actor: Actor,
    subscription: string,
    query: DeliveryListRequest,
  ): Promise<{ data: DeliveryView[]; paging: PageNeighbours }> {
    await this.subscriptions.row(actor, subscription);
    const { state, limit } = query;
    const page = this.pages.open(`deliveries ${subscription} ${state ?? ''}`, query);
    const filter = Conditions.of()
      .when(subscription, (bound) => `d.subscription = ${bound}`)
      .when(state, (bound) => `d.state = ${bound}`);
    const { rows, neighbours: paging } = await DELIVERIES.page(this.database, filter, { page, limit });
    return { data: await this.shown(actor, rows), paging };
  }

  /** A message that has ended is sent once more, under its id; one that waits is due at once. */
  async redeliver(actor: Actor, subscription: string, id: string): Promise<DeliveryView> {
    await this.subscriptions.row(actor, subscription);
    const rows = await this.database.query(REDELIVER, [subscription, id]);
    if (!rows.length) throw notFound('delivery', id);
    const found = await this.database.query<DeliveryRow>(`${SELECT} where d.id = $1`, [id]);
    const [delivery] = await this.shown(actor, found);
    if (!delivery) throw notFound('delivery', id);
    return delivery;
  }

  /** A message created while its reader could see more is shortened. */
  private async shown(actor: Actor, rows: readonly DeliveryRow[]): Promise<DeliveryView[]> {
    return (await this.notices.ofMessages(actor, rows)).map(viewOf);
  }
}

const viewOf = ({ seq: _seq, ...row }: DeliveryRow): DeliveryView => withoutNulls<DeliveryView>(row);

const SELECT = `
  select d.seq::text, d.id::text, d.state, d.created_at::float8 as "createdAt", d.attempts, d.last_at::float8 as "lastAttemptAt",
         d.next_at::float8 as "nextAttemptAt", d.status_code as "statusCode", d.error, d.took_ms as "tookMs", (
           select jsonb_agg(n.value - 'event' order by n.at) from jsonb_array_elements(d.notices) with ordinality n (value, at)) as notices
    from event_delivery d`;

const DELIVERIES = new KeysetQuery<DeliveryRow>({
  select: SELECT,
  order: new KeysetOrder<DeliveryRow>({ sql: 'd.seq', type: 'bigint', key: ({ seq }) => seq }),
  direction: 'desc',
});

const REDELIVER = `
  with due as (
    update event_delivery set state = 'pending', attempts = 0, first_at = null, next_at = null, last_at = case when state = 'pending' then last_at end
     where subscription = $1 and id = $2 returning id)
  select due.id, pg_notify('${EVENT_CHANNEL}', '')::text as told from due`;
