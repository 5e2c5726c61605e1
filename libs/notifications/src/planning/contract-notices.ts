import { Database } from '@app/database';
import type { NoticeDetails, SentMembers } from '@app/notices';
import { Injectable } from '@nestjs/common';
import type { LeasedSubscription } from '../store/leased-subscription';
import type { NoticeType } from '../document/subscription';
import type { WaitingNotice } from '../document/notice';

interface Row {
  readonly seq: string;
  readonly id: string;
  readonly type: NoticeType;
  readonly at: string;
  readonly created_at: string;
  readonly text: string;
  readonly body: NoticeDetails;
  readonly sent: SentMembers | null;
  readonly contract: string;
  readonly fqn: string;
}

const WAITING = {
  name: 'notices-that-wait',
  text: `
  select w.seq::text, w.created_at::text, n.id::text, n.type, n.at::text, n.text, n.body, n.sent,
         coalesce(e.id::text, n.gone #>> '{contract,id}') as contract, coalesce(e.fqn, n.gone #>> '{contract,fullyQualifiedName}') as fqn
    from event_notice w join contract_notice n on n.id = w.notice left join entity e on e.node = n.contract
   where w.subscription = $1 and not w.taken order by w.seq limit $2`,
};

/** Reads the notices of contracts that wait for a subscription. */
@Injectable()
export class ContractNotices {
  constructor(private readonly database: Database) {}

  async of({ id: subscription, document }: LeasedSubscription, limit: number): Promise<WaitingNotice[]> {
    const rows = await this.database.read<Row>(WAITING, [subscription, limit]);
    return rows.map(({ seq, created_at, id, type, at, text, body, sent, contract, fqn }) => ({
      ...{ seq, recordedAt: Number(created_at) },
      notice: {
        ...{ type, timestamp: Number(at), entity: { id: contract, type: 'dataContract', fullyQualifiedName: fqn } },
        ...(document.filter.mine || !sent ? { notice: { id, text, ...body } } : sent),
      },
    }));
  }
}
