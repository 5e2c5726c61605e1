import { type Reference, referenceSql } from '@app/catalog';
import { Database, type PreparedStatement } from '@app/database';
import { Injectable } from '@nestjs/common';

/** One piece of evidence: an asset that a user owns, or a query that a user ran. */
export interface SuggestedRow {
  readonly party: Reference;
  readonly asset: Reference | null;
  readonly hop: number | null;
  /** Paths of columns of the contract's asset; null: unknown. */
  readonly columns: readonly string[] | null;
  readonly query: Reference | null;
  readonly last_at: string | null;
}

const ASSETS: PreparedStatement = {
  name: 'contract-assets',
  text: `
  select case when a.type = 'dataProduct' then r.from_node else a.node end::text as node
    from contract c join entity a on a.node = c.asset
    left join entity_reference r on a.type = 'dataProduct' and r.to_node = a.node and r.relation = 'dataProducts'
   where c.node = $1 and (a.type <> 'dataProduct' or r.from_node is not null)`,
};

// $1 node of the contract, $2 nodes of its assets, $3 nodes that lie downstream with $4 the hops to each.
const ROWS: PreparedStatement = {
  name: 'contract-consumer-suggestions',
  text: `
  with reached as (
    select r.node, r.hop from unnest($3::bigint[], $4::int[]) r (node, hop)),
  made_of as (
    select c.to_node as node, c.from_column as path from lineage_column_edge c where c.from_node = any($2::bigint[]) union
    select d.to_node, c.from_column from lineage_column_edge c
      join lineage_column_edge d on d.from_node = c.to_node and d.from_column = c.to_column
     where c.from_node = any($2::bigint[])),
  owned as (
    select w.id::uuid as party, r.node as asset, r.hop, null::bigint as query
      from reached r cross join lateral unnest(owner_ids(r.node)) w (id)),
  used as (
    select distinct u.id as party, null::bigint as asset, null::int as hop, q.node as query
      from entity_reference x join entity q on q.node = x.from_node and q.type = 'query' and q.deleted_by is null
      join entity_reference y on y.from_node = q.node and y.relation = 'users' join entity u on u.node = y.to_node
     where x.to_node = any($2::bigint[]) and x.relation = 'queryUsedIn')
  select ${referenceSql('p')} as party, ${referenceSql('a')} as asset, s.hop, ${referenceSql('q')} as query, q.body ->> 'queryDate' as last_at,
         (select jsonb_agg(distinct m.path) from made_of m where m.node = s.asset) as columns
    from (select * from owned union all select * from used) s
    join entity p on p.id = s.party left join entity a on a.node = s.asset left join entity q on q.node = s.query
   where p.deleted_by is null and not coalesce(p.body -> 'isBot' = 'true', false)
     and not (p.id::text = any(owner_ids($1::bigint)))
     and not exists (select from unnest($2::bigint[]) o (node) where p.id::text = any(owner_ids(o.node)))
     and not exists (select from contract_consumer d where d.contract = $1 and d.party = p.node)
   order by s.hop nulls last, a.fqn, (q.body ->> 'queryDate')::numeric desc nulls last, q.node`,
};

/** Statements that find who seems to rely on a contract. */
@Injectable()
export class SuggestionRepository {
  constructor(private readonly database: Database) {}

  /** Nodes of the asset of a contract; of a data product those of its assets. */
  async assetsOf(contract: string): Promise<string[]> {
    return (await this.database.read<{ node: string }>(ASSETS, [contract])).map(({ node }) => node);
  }

  /** The nearest assets first, then the newest queries. */
  rows(
    contract: string,
    roots: readonly string[],
    reached: readonly { readonly asset: number; readonly hop: number }[],
  ): Promise<SuggestedRow[]> {
    const nodes = reached.map(({ asset }) => asset);
    const hops = reached.map(({ hop }) => hop);
    return this.database.read<SuggestedRow & object>(ROWS, [contract, roots, nodes, hops]);
  }
}
