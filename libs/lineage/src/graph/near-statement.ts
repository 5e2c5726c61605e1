import { KnownValues } from '@app/common';
import type { PreparedStatement } from '@app/database';
import { visibleSql } from '../traversal/visible-sql';
import type { Side } from '../traversal/walk';
import { nearStamp } from './near-stamp';
import { edgeText, mappingTexts, referenceText } from './near-text';

/** Maximum depth of this response; `graph` goes further. */
export const MOST_NEAR_HOPS = 3;
/** Maximum edges per hop; with more, a traversal hop by hop costs less than aborting this statement. */
const MOST_EDGES = 500;

/** How the asset is named. */
export type NearKey = 'node' | 'id' | 'fqn';

export interface NearQuestion {
  readonly by: NearKey;
  /** Hops to each side, up to `MOST_NEAR_HOPS`. */
  readonly upstream: number;
  readonly downstream: number;
  /** For callers from whom some assets are hidden. */
  readonly restricted: boolean;
  /** Whether the row has columns of what the response is made of, see `nearStamp`. */
  readonly stamped: boolean;
}

/** By their names: two sides, each of up to three hops, in a few forms. */
const statements = new KnownValues<PreparedStatement>(500, 100);

/**
 * Parameters: $1 the key, $2 the type of the asset, $3 whether to include deleted nodes; from $4 on `visibleValues`. The row, none if
 * there is no such asset: its node; its reference; the response, null if a hop exceeds the limit; the details to be inserted into it.
 * Where it is stamped, also the near ends of the edges upstream and downstream, as text of arrays, and the stamp.
 */
export function nearStatement(question: NearQuestion): PreparedStatement {
  const { by, upstream, downstream, restricted, stamped } = question;
  const form = `${restricted ? '-restricted' : ''}${stamped ? '-stamped' : ''}`;
  const name = `lineage-near-${by}-${upstream}-${downstream}${form}`;
  return statements.of(name, () => ({ name, text: nearText(question) }));
}

const KEYS: Readonly<Record<NearKey, string>> = {
  node: 'e.node = $1::bigint',
  id: 'e.id = $1::uuid',
  fqn: 'md5(e.fqn)::uuid = md5($1)::uuid and e.fqn = $1',
};

/**
 * All edges around the asset and the references to their ends, as the response shows them: upstream, then downstream, each edge once
 * and in the order of `LineageWalker`; the nodes as they are met. Each hop stops at its edge limit, so that a hub is cheap. Only hops
 * that are asked for stand in the statement: PostgreSQL sets up what it does not run, too.
 */
function nearText({ by, upstream, downstream, restricted, stamped }: NearQuestion): string {
  const up = hopsUpTo(upstream);
  const down = hopsUpTo(downstream);
  const hops = [
    ...up.map((hop) => hopText('upstream', hop, restricted)),
    ...down.map((hop) => hopText('downstream', hop, restricted)),
  ];
  const counts = [...up.map((hop) => `upstream${hop}`), ...down.map((hop) => `downstream${hop}`)];
  const edges = [
    ...(up.length ? [`select 1 as side, from_node as far, u.* from (${all('upstream', up)}) u`] : []),
    ...(down.length ? [`select 2 as side, to_node as far, d.* from (${all('downstream', down)}) d ${notIn(up)}`] : []),
  ];
  const none = 'select 1 as side, from_node as far, 1 as hop, l.* from lineage_edge l where false';
  const sees = restricted ? `and ${visibleSql('p', 4)}` : '';
  return `
    with root as materialized (
      select e.node from entity e where e.type = $2 and ${KEYS[by]} and ($3 or e.deleted_by is null)
    ) ${hops.map((hop) => `, ${hop}`).join('')}, whole as materialized (
        select ${counts.map((hop) => `(select count(*) from ${hop}) <= ${MOST_EDGES}`).join(' and ') || 'true'} as complete
      ), wanted as materialized (
        select * from (${edges.join(' union all ') || none}) w where (select complete from whole)
      ), met as materialized (
        select n.node, n.id, n.type, n.fqn, ${referenceText('n')} as reference
          from entity n
         where n.node = any(array(select node from root union select from_node from wanted union select to_node from wanted
                                  union select pipeline from wanted))
      ) ${mappingTexts()}, edge as materialized (
        select w.side, w.far, ${edgeText('w')} as text, nullif(w.details, '{}') as details
          from wanted w join met f on f.node = w.from_node join met t on t.node = w.to_node
          left join met p on p.node = w.pipeline ${sees}
          left join mapping m on m.from_end = w.from_node and m.to_end = w.to_node
         order by w.side, w.hop, f.fqn, w.from_node, t.fqn, w.to_node
      ), node as (
        select far, min(place) as place from (select far, row_number() over () as place from edge) placed group by far
      )
    select r.node::text, r.reference,
           case when (select complete from whole) then
             '{"entity":' || r.reference || ',"upstreamEdges":[' || coalesce(u.texts, '') || '],"downstreamEdges":['
               || coalesce(d.texts, '') || '],"nodes":['
               || coalesce((select string_agg(n.reference, ',' order by o.place)
                              from node o join met n on n.node = o.far where o.far <> r.node), '') || ']}'
           end,
           (select json_agg(details) from edge where details is not null)${stamped ? stampColumns(up, down) : ''}
      from root join met r on r.node = root.node,
           (select string_agg(text, ',') as texts from edge where side = 1) u,
           (select string_agg(text, ',') as texts from edge where side = 2) d`;
}

const hopsUpTo = (depth: number): number[] => Array.from({ length: depth }, (_, at) => at + 1);

function stampColumns(up: readonly number[], down: readonly number[]): string {
  const endsOf = (side: Side, hops: readonly number[]): string =>
    hops.length
      ? `array(${hops.map((hop) => `select node from ${side}_at${hop}`).join(' union all ')})`
      : `'{}'::bigint[]`;
  const ends = { upstream: endsOf('upstream', up), downstream: endsOf('downstream', down) };
  return `, ${ends.upstream}::text, ${ends.downstream}::text, ${nearStamp('r.node', ends)}`;
}

/** An edge that a hop upstream has seen is listed there. */
function notIn(upstream: readonly number[]): string {
  if (!upstream.length) return '';
  return `where to_node not in (${upstream.map((hop) => `select node from upstream_at${hop}`).join(' union all ')})`;
}

/** The frontier of a hop, each node once per traversal, and its edges with visible far ends. */
function hopText(side: Side, hop: number, restricted: boolean): string {
  const [near, far] = side === 'upstream' ? ['to_node', 'from_node'] : ['from_node', 'to_node'];
  const before = hopsUpTo(hop - 1)
    .map((earlier) => `select node from ${side}_at${earlier}`)
    .join(' union all ');
  const nodes =
    hop === 1
      ? 'select node from root'
      : `select distinct ${far} as node from ${side}${hop - 1} where ${far} not in (${before})`;
  return `${side}_at${hop} as materialized (${nodes}), ${side}${hop} as materialized (
        select ${hop} as hop, x.*
          from ${side}_at${hop} n join lineage_edge x on x.${near} = n.node join entity a on a.node = x.${far}
         where ($3 or a.deleted_by is null) ${restricted ? `and ${visibleSql('a', 4)}` : ''}
         limit ${MOST_EDGES + 1})`;
}

function all(side: Side, hops: readonly number[]): string {
  return hops.map((hop) => `select * from ${side}${hop}`).join(' union all ');
}
