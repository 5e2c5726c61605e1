import { KeysetPages, notFound, withoutNulls, type Actor, type PageNeighbours, type RowOf } from '@app/common';
import { Database } from '@app/database';
import { Injectable } from '@nestjs/common';
import type { Notice } from '../planning/notice';
import { ShownNotices } from '../planning/shown-notices';
import type { DeliveryState } from '../subscription/subscription';
import { SubscriptionService } from '../subscription/subscription.service';

/** A message, as it is shown. Times in epoch ms. */
export interface DeliveryView {
  readonly id: string;
  /** dead: given up; discarded: the subscriber may not view it any more. */
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

  /** Newest first. */
  async list(
    actor: Actor,
    subscription: string,
    query: DeliveryListRequest,
  ): Promise<{ data: DeliveryView[]; paging: PageNeighbours }> {
    await this.subscriptions.row(actor, subscription);
    const { state, limit } = query;
    const page = this.pages.open(`deliveries ${subscription} ${state ?? ''}`, query);
    const values: unknown[] = [subscription, limit + 1];
    const conditions = [
      ...(state === undefined ? [] : [`and d.state = $${values.push(state)}`]),
      ...(page.place ? [`and d.seq ${page.isBackward ? '>' : '<'} $${values.push(page.place.keys[0])}::bigint`] : []),
    ];
    const text = `${SELECT} where d.subscription = $1 ${conditions.join(' ')}
      order by d.seq ${page.isBackward ? 'asc' : 'desc'} limit $2`;
    const found = await this.database.query<DeliveryRow>(text, values);
    const rows = page.rows(found, limit);
    return {
      data: await this.shown(actor, rows),
      paging: page.neighbours(rows, found.length > limit, ({ seq }) => [seq]),
    };
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

  /** A message that was made while its reader could see more tells less by now. */
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

const REDELIVER = `
  update event_delivery set state = 'pending', attempts = 0, first_at = null, next_at = null, last_at = case when state = 'pending' then last_at end
   where subscription = $1 and id = $2 returning id`;
