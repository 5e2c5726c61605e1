import type { Reference } from '@app/catalog';
import type { PreparedStatement } from '@app/database';
import { edgeColumns, edgeJoins, MAPPINGS, referenceJson } from '../edges/edge-reader';
import type { StoredEdge } from '../edges/stored-edge';
import { visibleSql } from '../traversal/visible-sql';
import type { Side } from '../traversal/walk';

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
}

/** The asset with all that is around it: one row, and none if there is no such asset. */
export interface NearRow {
  readonly rootNode: string;
  readonly root: Reference;
  /** The assets at the edges, by node; null where there is no edge. */
  readonly nodes: Readonly<Record<string, Reference>> | null;
  /** In order; null where there is none. */
  readonly edges: readonly NearEdge[] | null;
  /** false: a hop exceeds the limit, and no edge is returned. */
  readonly isWhole: boolean;
}

/** Its ends are among the nodes. */
export interface NearEdge extends Omit<StoredEdge, 'from' | 'to'> {
  readonly side: Side;
}

const statements = new Map<string, PreparedStatement>();

/** Parameters: $1 the key, $2 the type of the asset, $3 whether to include deleted nodes; from $4 on `visibleValues`. */
export function nearStatement(question: NearQuestion): PreparedStatement {
  const { by, upstream, downstream, restricted } = question;
  const name = `lineage-near-${by}-${upstream}-${downstream}${restricted ? '-restricted' : ''}`;
  let statement = statements.get(name);
  if (!statement) statements.set(name, (statement = { name, text: nearText(question) }));
  return statement;
}

const KEYS: Readonly<Record<NearKey, string>> = {
  node: 'e.node = $1::bigint',
  id: 'e.id = $1::uuid',
  fqn: 'md5(e.fqn)::uuid = md5($1)::uuid and e.fqn = $1',
};

/**
 * All edges around the asset, with their stored data, and the names of their ends, each once: upstream, then downstream, each edge
 * once and in the order of `LineageWalker`. Each hop stops at its edge limit, so that a hub is cheap. Only hops that are asked for
 * stand in the statement: PostgreSQL sets up what it does not run, too.
 */
function nearText({ by, upstream, downstream, restricted }: NearQuestion): string {
  const up = hopsUpTo(upstream);
  const down = hopsUpTo(downstream);
  const hops = [
    ...up.map((hop) => hopText('upstream', hop, restricted)),
    ...down.map((hop) => hopText('downstream', hop, restricted)),
  ];
  const counts = [...up.map((hop) => `upstream${hop}`), ...down.map((hop) => `downstream${hop}`)];
  const edges = [
    ...(up.length ? [`select 1 as side, hop, from_node, to_node from (${all('upstream', up)}) u`] : []),
    ...(down.length
      ? [`select 2 as side, hop, from_node, to_node from (${all('downstream', down)}) d ${notIn(up)}`]
      : []),
  ];
  const none = 'select 1 as side, 1 as hop, null::bigint as from_node, null::bigint as to_node where false';
  return `
    with root as materialized (
      select e.node from entity e where e.type = $2 and ${KEYS[by]} and ($3 or e.deleted_by is null)
    ) ${hops.map((hop) => `, ${hop}`).join('')}, whole as materialized (
        select ${counts.map((hop) => `(select count(*) from ${hop}) <= ${MOST_EDGES}`).join(' and ') || 'true'} as complete
      ), wanted as materialized (
        select * from (${edges.join(' union all ') || none}) w where (select complete from whole)
      ) ${MAPPINGS}, edge as (
        select w.side, w.hop, f.fqn as from_fqn, t.fqn as to_fqn, ${edgeColumns(true)}
          from wanted w ${edgeJoins(true)}
      )
    select r.node::text as "rootNode", ${referenceJson('r')} as root, (select complete from whole) as "isWhole",
           (select json_agg(x) from (
              select case e.side when 1 then 'upstream' else 'downstream' end as side, e."fromNode", e."toNode", e.source,
                     e."sqlQuery", e.description, e.details, e."createdAt", e."createdBy", e."updatedAt", e."updatedBy", e."pipelineNode",
                     e.pipeline, e.columns
                from edge e order by e.side, e.hop, e.from_fqn, e."fromNode"::bigint, e.to_fqn, e."toNode"::bigint) x) as edges,
           (select json_object_agg(n.node, ${referenceJson('n')}) from entity n
             where n.node = any(array(select from_node from wanted union select to_node from wanted))) as nodes
      from root join entity r on r.node = root.node`;
}

const hopsUpTo = (depth: number): number[] => Array.from({ length: depth }, (_, at) => at + 1);

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
        select ${hop} as hop, x.from_node, x.to_node
          from ${side}_at${hop} n join lineage_edge x on x.${near} = n.node join entity a on a.node = x.${far}
         where ($3 or a.deleted_by is null) ${restricted ? `and ${visibleSql('a', 4)}` : ''}
         limit ${MOST_EDGES + 1})`;
}

function all(side: Side, hops: readonly number[]): string {
  return hops.map((hop) => `select * from ${side}${hop}`).join(' union all ');
}
