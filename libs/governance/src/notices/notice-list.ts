import { entityTypes, LINKS, Visibility, type Links, type Reference } from '@app/catalog';
import { KeysetPages, type Actor } from '@app/common';
import { Database } from '@app/database';
import { Inject, Injectable } from '@nestjs/common';
import { referenceSql } from '../reference-sql';
import {
  pageOf,
  type ContractNotice,
  type ContractNoticeType,
  type NoticeDetails,
  type NoticeRole,
} from './contract-notice';

export interface NoticeListRequest {
  readonly type?: ContractNoticeType;
  /** Id of a contract. */
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

/** @param sight placeholder of the value of the condition */
const seenBy = ({ sql }: { readonly sql: (bound: string) => string }, sight: string): string =>
  `case when n.gone is null then ${sql(sight)} else sees_line(n.gone -> 'line', ${sight}::jsonb) end`;

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
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const conditions = [
      `(n.gone is not null or e.deleted_by is null or n.body ->> 'reason' = 'assetDeleted')`,
      `p.person = (select u.node from entity u where u.id = ${bound(actor.id)})`,
      ...(type === undefined ? [] : [`n.type = ${bound(type)}`]),
      ...(contract === undefined ? [] : [`${CONTRACT_ID} = ${bound(contract)}`]),
      ...(startTs === undefined ? [] : [`p.at >= ${bound(startTs)}::bigint`]),
      ...(endTs === undefined ? [] : [`p.at <= ${bound(endTs)}::bigint`]),
      ...(condition ? [seenBy(condition, bound(condition.value))] : []),
    ];
    const from = `from contract_notice_person p join contract_notice n on n.id = p.notice
      left join entity e on e.node = n.contract`;
    const counted = `select count(*)::int as n ${from} where ${conditions.join(' and ')}`;
    const [total] = await this.database.query<{ n: number }>(counted, [...values]);
    const [sign, way] = page.isBackward ? ['>', 'asc'] : ['<', 'desc'];
    const place = page.place?.keys as [string, string] | undefined;
    if (place) conditions.push(`(p.at, n.id) ${sign} (${bound(place[0])}::bigint, ${bound(place[1])}::uuid)`);
    const text = `select n.id::text, n.type, p.at::text, case when n.gone is null then ${referenceSql('e')} else n.gone -> 'contract' end as contract, p.role, n.text, n.body
      ${from} where ${conditions.join(' and ')} order by p.at ${way}, n.id ${way} limit ${bound(limit + 1)}`;
    const found = await this.database.query<Row & object>(text, values);
    const rows = page.rows(found, limit);
    const neighbours = page.neighbours(rows, found.length > limit, ({ at, id }) => [at, id]);
    return { data: rows.map((row) => this.shown(row)), paging: { total: total?.n ?? 0, ...neighbours } };
  }

  private shown({ id, type, at, contract, role, text, body }: Row): ContractNotice {
    const { fullyQualifiedName } = contract;
    return {
      ...{ id, type, timestamp: Number(at), contract, role, ...body },
      text: `The contract ${fullyQualifiedName} ${text}.`,
      link: pageOf(this.links.origin, contract),
    };
  }
}
