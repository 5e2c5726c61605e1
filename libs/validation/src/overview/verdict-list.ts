import { entityTypes, Visibility, type Reference } from '@app/catalog';
import { KeysetPages, withoutNulls, type Actor, type RowOf } from '@app/common';
import { isCurrent } from '@app/contracts';
import { Database } from '@app/database';
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
export interface TurnedContract {
  readonly contract: Reference;
  readonly entity: Reference;
  /** Status of its newest result that was not aborted. */
  readonly status: ExecutionStatus;
  /** Status of the result before it turned; absent where there was none. */
  readonly previousStatus?: ExecutionStatus;
  /** Timestamp of the result with which it turned, in epoch ms. */
  readonly since: number;
}

interface Row extends RowOf<TurnedContract> {
  readonly node: string;
}

/** SQL of a reference to the entity of that alias. */
export function reference(alias: string): string {
  return `json_build_object('id', ${alias}.id, 'type', ${alias}.type, 'name', ${alias}.name, 'fullyQualifiedName', ${alias}.fqn)`;
}

const WHICH = {
  broken: `c.verdict in ('Failed', 'PartialSuccess')`,
  recovered: `c.verdict = 'Success' and c.verdict_before is not null`,
};

/** Contracts by when they began to fail, or to hold again; without those that are upcoming or have ended. One statement for a page. */
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
  ): Promise<{ data: TurnedContract[]; paging: { after?: string } }> {
    const condition = this.visibility.condition(actor, entityTypes.get('dataContract'));
    const page = this.pages.open(`${which} ${since ?? ''} ${order}${mine ? ' mine' : ''}`, { after });
    const values: unknown[] = [];
    const bound = (value: unknown): string => `$${values.push(value)}`;
    const owned = mine ? mineOf(actor) : undefined;
    const [sign, way] = order === 'newest' ? ['<', 'desc'] : ['>', 'asc'];
    const place = page.place?.keys.map((key) => `${bound(key)}::bigint`).join(', ');
    const text = `
      select ${reference('e')} as contract, ${reference('a')} as entity, c.verdict as status,
             c.verdict_before as "previousStatus", c.verdict_since::float8 as since, c.node::text
        from contract c join entity e on e.node = c.node join entity a on a.node = c.asset
       where c.live and ${WHICH[which]} and ${isCurrent('c')}
         ${since === undefined ? '' : `and c.verdict_since >= ${bound(since)}::bigint`}
         ${place ? `and (c.verdict_since, c.node) ${sign} (${place})` : ''}
         ${condition ? `and ${condition.sql(bound(condition.value))}` : ''}
         ${owned ? `and ${owned.sql(bound(owned.value))}` : ''}
       order by c.verdict_since ${way}, c.node ${way} limit ${bound(limit + 1)}`;
    const rows = await this.database.query<Row>(text, values);
    const shown = rows.slice(0, limit);
    const last = shown.at(-1);
    const paging = rows.length > limit && last ? { after: page.cursor('after', [String(last.since), last.node]) } : {};
    return { data: shown.map(turned), paging };
  }
}

const turned = ({ node: _node, ...row }: Row): TurnedContract => withoutNulls<TurnedContract>(row);
