import { Database } from '@app/database';
import type { ContractNoticeType, NoticeDetails } from '@app/governance';
import { Injectable } from '@nestjs/common';
import type { Notice } from './notice';

/** A notice of a contract that a subscription has not looked at. */
export interface WaitingNotice {
  /** Its place in the queue, bigint in decimal. */
  readonly place: string;
  /** When it was recorded, in epoch ms. */
  readonly recordedAt: number;
  readonly notice: Notice;
}

interface Row {
  readonly place: string;
  readonly id: string;
  readonly type: ContractNoticeType;
  readonly at: string;
  readonly created_at: string;
  readonly text: string;
  readonly body: NoticeDetails;
  readonly contract: string;
  readonly fqn: string;
}

const WAITING = {
  name: 'notices-that-wait',
  text: `
  select w.seq::text as place, w.created_at::text, n.id::text, n.type, n.at::text, n.text, n.body,
         coalesce(e.id::text, n.gone #>> '{contract,id}') as contract, coalesce(e.fqn, n.gone #>> '{contract,fullyQualifiedName}') as fqn
    from event_notice w join contract_notice n on n.id = w.notice left join entity e on e.node = n.contract
   where w.subscription = $1 order by w.seq limit $2`,
};

/** Reads the notices of contracts that wait for a subscription. */
@Injectable()
export class ContractNotices {
  constructor(private readonly database: Database) {}

  /** The oldest first. */
  async of(subscription: string, limit: number): Promise<WaitingNotice[]> {
    const rows = await this.database.read<Row>(WAITING, [subscription, limit]);
    return rows.map(({ place, created_at, id, type, at, text, body, contract, fqn }) => ({
      ...{ place, recordedAt: Number(created_at) },
      notice: {
        ...{ type, timestamp: Number(at), notice: { id, text, ...body } },
        entity: { id: contract, type: 'dataContract', fullyQualifiedName: fqn },
      },
    }));
  }
}
