import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, withoutNulls, type Actor, type RowOf } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Conditions, Database, KeysetOrder, KeysetQuery, onlyAfter } from '@app/database';
import type { ExecutionStatus } from '@app/results';
import { Injectable } from '@nestjs/common';
import { mineOf } from './asset-groups';

/** Which contracts, and how many of them. */
export interface VerdictQuery {
  /** Epoch ms: those that turned at that time or later. */
  readonly since?: number;
  /** oldest: those first that have been so longest. */
  readonly order?: 'newest' | 'oldest';
  readonly limit?: number;
  readonly after?: string;
  /** Only those that the actor or a team of it owns. */
  readonly mine?: boolean;
}

/** A contract that passes or fails, and since when it does. */
export interface ChangedVerdict {
  readonly contract: Reference;
  readonly entity: Reference;
  /** Status of its newest result that was not aborted. */
  readonly status: ExecutionStatus;
  /** Status of the result before it turned; absent where there was none. */
  readonly previousStatus?: ExecutionStatus;
  /** Timestamp of the result with the change, in epoch ms. */
  readonly since: number;
  /** When a crawl deleted it with its table, in epoch ms. */
  readonly goneAt?: number;
}

interface Row extends RowOf<ChangedVerdict> {
  readonly node: string;
}

/** SQL of a reference to the entity of that alias. */
export function reference(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'type', ${alias}.type, 'name', ${alias}.name, 'fullyQualifiedName', ${alias}.fqn)`;
}

/** One that a crawl has deleted with its table fails until a user resolves its incident. */
const IS_GONE = `(c.gone_at is not null and not exists (
  select from contract_incident i where i.contract = c.node and i.status = 'Resolved' and i.resolved_at >= c.gone_at))`;

const WHICH = {
  broken: `(c.live or c.gone_at is not null) and (c.live or ${IS_GONE}) and c.verdict in ('Failed', 'PartialSuccess')`,
  recovered: `c.live and c.verdict = 'Success' and c.verdict_before is not null`,
};

const CONTRACTS = new KeysetQuery<Row>({
  select: `
    select ${reference('e')} as contract, ${reference('a')} as entity, c.verdict as status,
           c.verdict_before as "previousStatus", c.verdict_since::float8 as since, c.gone_at::float8 as "goneAt", c.node::text
      from contract c join entity e on e.node = c.node join entity a on a.node = c.asset`,
  order: new KeysetOrder<Row>(
    { sql: 'c.verdict_since', type: 'bigint', key: ({ since }) => String(since) },
    { sql: 'c.node', type: 'bigint', key: ({ node }) => node },
  ),
});

/** Contracts by when they began to fail, or to pass again; without those that are upcoming or have ended. One statement for a page. */
@Injectable()
export class VerdictList {
  constructor(
    private readonly database: Database,
    private readonly visibility: Visibility,
    private readonly pages: KeysetPages,
  ) {}

  /** Contracts that fail now. */
  broken(actor: Actor, query: VerdictQuery): Promise<object> {
    return this.list(actor, 'broken', query);
  }

  /** Contracts that pass now and failed before. */
  recovered(actor: Actor, query: VerdictQuery): Promise<object> {
    return this.list(actor, 'recovered', query);
  }

  private async list(
    actor: Actor,
    which: keyof typeof WHICH,
    { since, order = 'newest', limit = 10, after, mine = false }: VerdictQuery,
  ): Promise<{ data: ChangedVerdict[]; paging: { after?: string } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open(`${which} ${since ?? ''} ${order}${mine ? ' mine' : ''}`, { after });
    const filter = Conditions.of(WHICH[which], isCurrent('c'))
      .when(since, (bound) => `c.verdict_since >= ${bound}::bigint`)
      .within(condition)
      .within(mine ? mineOf(actor) : undefined);
    const direction = order === 'newest' ? 'desc' : 'asc';
    const { rows, neighbours } = await CONTRACTS.page(this.database, filter, { page, limit, direction });
    return { data: rows.map(turned), paging: onlyAfter(neighbours) };
  }
}

const turned = ({ node: _node, ...row }: Row): ChangedVerdict => withoutNulls<ChangedVerdict>(row);
