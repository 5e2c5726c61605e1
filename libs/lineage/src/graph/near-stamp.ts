import type { PreparedStatement } from '@app/database';
import type { Side } from '../traversal/walk';

/** SQL of the nodes whose edges of a side stand in a neighbourhood. */
export type NearEnds = Readonly<Record<Side, string>>;

/**
 * SQL of the versions of all rows that the text of a neighbourhood is made of: the asset, the edges at the near ends, the asset at the
 * far end of each, its pipeline. An edge that is added at one of these ends, or taken away, is another text as well. Nothing else is in
 * it: which nodes are ends of the next hop follows from these rows, and columns stand in the rows of their assets.
 */
export const nearStamp = (root: string, ends: NearEnds): string => `
      concat_ws('|', (select pg_postmaster_start_time()::text), (select top.xmin::text from entity top where top.node = ${root}),
        coalesce(${versionsAt('to_node', 'from_node', ends.upstream)}, ''),
        coalesce(${versionsAt('from_node', 'to_node', ends.downstream)}, ''))`;

/** Row by row, by index: the plan is right for graphs of any size. */
const versionsAt = (near: string, far: string, nodes: string): string => `(
        select string_agg(concat_ws(' ', x.from_node, x.to_node, x.xmin, f.xmin, p.xmin), ',' order by x.from_node, x.to_node)
          from unnest(${nodes}) n (node)
          cross join lateral (
            select l.from_node, l.to_node, l.pipeline, l.xmin from lineage_edge l where l.${near} = n.node offset 0) x
          cross join lateral (select o.xmin from entity o where o.node = x.${far} offset 0) f
          left join lateral (select o.xmin from entity o where o.node = x.pipeline offset 0) p on true)`;

/** $1: the node of the asset; $2, $3: the near ends of its edges upstream and downstream. */
export const NEAR_STAMP: PreparedStatement = {
  name: 'lineage-near-stamp',
  text: `select ${nearStamp('$1::bigint', {
    upstream: '(select $2::bigint[])',
    downstream: '(select $3::bigint[])',
  })} as stamp`,
};
