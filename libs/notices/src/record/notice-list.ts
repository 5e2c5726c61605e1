import { type Condition, entityTypes, LINKS, type Links, type Reference, referenceSql, Visibility } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Conditions, Database, KeysetOrder, KeysetQuery, type BoundCondition } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import {
  pageOf,
  type ContractNotice,
  type ContractNoticeType,
  type NoticeDetails,
  type NoticeRole,
} from './contract-notice';

export interface NoticeListRequest {
  readonly type?: ContractNoticeType;
  readonly contract?: string;
  /** Epoch ms, both included. */
  readonly startTs?: number;
  readonly endTs?: number;
  readonly limit: number;
  readonly before?: string;
  readonly after?: string;
}

interface Row {
  readonly id: string;
  readonly type: ContractNoticeType;
  readonly at: string;
  readonly contract: Reference;
  readonly role: NoticeRole;
  readonly text: string;
  readonly body: NoticeDetails;
}

const CONTRACT_ID = `coalesce(e.id, (n.gone #>> '{contract,id}')::uuid)`;

const FROM = `
  from contract_notice_person p join contract_notice n on n.id = p.notice
  left join entity e on e.node = n.contract left join contract c on c.node = n.contract`;

const NOTICES = new KeysetQuery<Row & object>({
  select: `
    select n.id::text, n.type, p.at::text, case when n.gone is null then ${referenceSql('e')} else n.gone -> 'contract' end as contract,
           p.role, n.text, n.body ${FROM}`,
  from: FROM,
  order: new KeysetOrder<Row>(
    { sql: 'p.at', type: 'bigint', key: ({ at }) => at },
    { sql: 'n.id', type: 'uuid', key: ({ id }) => id },
  ),
  direction: 'desc',
});

const IS_SHOWN = `(n.gone is not null or e.deleted_by is null or c.gone_at is not null or n.body ->> 'reason' = 'assetDeleted')`;

/** The condition of what the actor may view, for contracts that are gone as well. */
const seenBy = ({ sql, value }: Condition): BoundCondition => ({
  value,
  sql: (sight) => `case when n.gone is null then ${sql(sight)} else sees_line(n.gone -> 'line', ${sight}::jsonb) end`,
});

/** Lists what concerns one person. */
@Injectable()
export class NoticeList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
    @Inject(LINKS) private readonly links: Links,
  ) {}

  /** The actor's own, the newest first, of contracts that it may view now: of one that is there no more, by its owners of then. */
  async of(actor: Actor, query: NoticeListRequest): Promise<object> {
    const { type, contract, startTs, endTs, limit } = query;
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const scope = ['contract notices', actor.id, type, contract, startTs, endTs].join(' ');
    const page = this.pages.open(scope, query);
    const filter = Conditions.of(IS_SHOWN)
      .when(actor.id, (bound) => `p.person = (select u.node from entity u where u.id = ${bound})`)
      .when(type, (bound) => `n.type = ${bound}`)
      .when(contract, (bound) => `${CONTRACT_ID} = ${bound}`)
      .when(startTs, (bound) => `p.at >= ${bound}::bigint`)
      .when(endTs, (bound) => `p.at <= ${bound}::bigint`)
      .within(condition && seenBy(condition));
    const { rows, paging } = await NOTICES.counted(this.database, filter, { page, limit });
    return { data: rows.map((row) => this.shown(row)), paging };
  }

  private shown({ id, type, at, contract, role, text, body }: Row): ContractNotice {
    const { fullyQualifiedName } = contract;
    return {
      ...{ id, type, timestamp: Number(at), contract, role, ...body },
      text: `The contract ${fullyQualifiedName} ${text}.`,
      link: pageOf(this.links.origin, type, contract),
    };
  }
}
