import { entityTypes, showsDomain, Visibility, type Reference } from '@app/catalog';
import { isUuid, KeysetPages, withoutNulls, type Actor, type RowOf } from '@app/common';
import { isNotJudged, silenceOf } from '@app/contracts';
import { Conditions, Database, KeysetOrder, KeysetQuery, onlyAfter } from '@app/database';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { mineOf } from './asset-groups';
import { reference } from './verdict-list';

export interface NotJudgedQuery {
  /** Id or FQN of a domain that the asset shows, inherited ones too. */
  readonly domain?: string;
  /** Id or name of a user or team who owns it, or its asset. */
  readonly owner?: string;
  /** Why the newest run was aborted. */
  readonly reason?: string;
  /** oldest: the longest without a verdict first. */
  readonly order?: 'newest' | 'oldest';
  /** Only those that the actor or a team of it owns. */
  readonly mine?: boolean;
  readonly limit?: number;
  readonly after?: string;
}

/** A contract in force whose runs since its newest verdict were all aborted. */
export interface UnjudgedContract {
  readonly contract: Reference;
  readonly entity: Reference;
  /** Timestamp of the first of these runs, in epoch ms. */
  readonly since: number;
  /** Why the newest of them was aborted; absent where that is not known. */
  readonly reason?: string;
  /** The number of these runs. */
  readonly aborted: number;
  /** Absent where there never was one. */
  readonly lastVerdict?: { readonly timestamp: number; readonly status: ExecutionStatus };
}

interface Row extends RowOf<UnjudgedContract> {
  readonly node: string;
}

const ownedBy = (key: string): string => `exists (
  select from unnest(owner_ids(c.node)) w (id) join entity o on o.id = w.id::uuid and o.deleted_by is null
   where ${key}::text in (o.id::text, o.fqn))`;

const CONTRACTS = new KeysetQuery<Row>({
  select: `
    select ${reference('e')} as contract, ${reference('a')} as entity, j.since::float8 as since, j.reason, j.aborted,
           case when j.verdict_at is not null then json_build_object('timestamp', j.verdict_at, 'status', c.verdict) end as "lastVerdict",
           c.node::text
      from contract c join entity e on e.node = c.node join entity a on a.node = c.asset cross join lateral ${silenceOf('c')} j`,
  order: new KeysetOrder<Row>(
    { sql: 'j.since', type: 'bigint', key: ({ since }) => String(since) },
    { sql: 'c.node', type: 'bigint', key: ({ node }) => node },
  ),
});

/** Lists contracts in force that were not judged since a time. One statement for a page. */
@Injectable()
export class NotJudgedList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  async list(actor: Actor, query: NotJudgedQuery): Promise<{ data: UnjudgedContract[]; paging: { after?: string } }> {
    const { domain, owner, reason, order = 'newest', mine = false, limit = 10, after } = query;
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const scope = `not judged ${JSON.stringify([domain, owner, reason, order, mine])}`;
    const page = this.pages.open(scope, { ...(after !== undefined && { after }) });
    if (await this.namesHidden(actor, query)) return { data: [], paging: {} };
    const filter = Conditions.of(isNotJudged('c'))
      .when(domain && keyOf(domain), (bound) => showsDomain('c.asset', bound))
      .when(owner && keyOf(owner), ownedBy)
      .when(reason, (bound) => `j.reason = ${bound}`)
      .within(mine ? mineOf(actor) : undefined)
      .within(condition);
    const direction = order === 'newest' ? 'desc' : 'asc';
    const { rows, neighbours } = await CONTRACTS.page(this.database, filter, { page, limit, direction });
    return { data: rows.map(unjudged), paging: onlyAfter(neighbours) };
  }

  /** Whether the query names something that the actor may not view: then nothing is found. */
  private namesHidden(actor: Actor, { domain, owner }: NotJudgedQuery): Promise<boolean> {
    return this.visibility.namesHidden(this.database, actor, [
      ...(domain === undefined ? [] : [{ key: domain, types: ['domain'] }]),
      ...(owner === undefined ? [] : [{ key: owner, types: ['user', 'team'] }]),
    ]);
  }
}

/** Ids are stored in lower case. */
const keyOf = (key: string): string => (isUuid(key) ? key.toLowerCase() : key);

const unjudged = ({ node: _node, ...row }: Row): UnjudgedContract => withoutNulls<UnjudgedContract>(row);
