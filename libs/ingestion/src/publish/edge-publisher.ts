import { groupBy, TimeSlice, type Actor } from '@app/common';
import { query, type PreparedStatement, type Transaction } from '@app/database';
import {
  AssetColumns,
  columnPath,
  edgeDigest,
  EdgeWriter,
  MOST_PAIRS,
  type ColumnMapping,
  type EdgeDraft,
  type LineageSource,
  type PathsOfNodes,
} from '@app/lineage';
import { Injectable } from '@nestjs/common';

/** An edge between two assets, over all the names that events have for them. Nodes are bigint in decimal. */
interface EdgeFacts {
  readonly from: string;
  readonly to: string;
  readonly fromFqn: string;
  readonly toFqn: string;
  readonly job: { readonly namespace: string; readonly name: string } | null;
  readonly pipeline: string | null;
  readonly sql: string | null;
  /** The digest of the edge that is stored, if there is one. */
  readonly digest: string | null;
  readonly source: LineageSource | null;
  /** eventTime of the newest event that showed it, in epoch ms. */
  readonly shownAt: number;
  /** Value of `shownAt` that is stored. */
  readonly lastSeenAt: number | null;
}

/** When an edge was shown. */
type Shown = Pick<EdgeFacts, 'from' | 'to' | 'shownAt'>;

/** Edges of which something may have changed. */
export interface TouchedEdges {
  /** Keys of the datasets from which they lead; absent: all that lead to the targets. */
  readonly sources?: readonly string[];
  /** The assets into which they lead. */
  readonly targets: readonly string[];
}

/** The changes after which the catalog says what the facts do. */
export interface EdgeChanges {
  readonly drafts: readonly EdgeDraft[];
  /** Columns that the assets do not have. */
  readonly notes: readonly string[];
  /** Edges that were shown later than what is stored of them. */
  readonly shown: readonly Shown[];
}

interface ColumnFacts {
  readonly from: string;
  readonly to: string;
  readonly fromColumn: string;
  readonly toColumn: string;
  readonly function: string;
}

const SOURCE = 'OpenLineage';
export const NO_CHANGES: EdgeChanges = { drafts: [], notes: [], shown: [] };
/** More than are shown; what events named for columns that an asset lacks has no bound. */
const MOST_NOTES = 100;

/** Makes the edges of the catalog what the facts say. To edges of another source columns are added; nothing else of them is changed. */
@Injectable()
export class EdgePublisher {
  constructor(
    private readonly edges: EdgeWriter,
    private readonly columns: AssetColumns,
  ) {}

  /**
   * Writes every edge of which both ends are known and one is among these datasets or jobs.
   *
   * @param keys of the datasets, or of jobs where an edge is theirs
   * @returns notes: columns that the assets do not have
   */
  async publish(tx: Transaction, actor: Actor, keys: readonly string[]): Promise<string[]> {
    const nodes = await query<{ node: string }>(tx, NODES_AT, [keys]);
    const changes = await this.changesAt(tx, { targets: nodes.map(({ node }) => node) });
    await this.put(tx, actor, changes);
    return [...changes.notes];
  }

  /**
   * Locks the targets and finds what is to be written of the edges between these: an asset that many runs write has many others. An edge
   * that says the same already is not written.
   */
  async changesAt(tx: Transaction, { sources, targets }: TouchedEdges): Promise<EdgeChanges> {
    if (targets.length === 0) return NO_CHANGES;
    const way = sources ? 'some' : 'all';
    const values = sources ? [targets, sources] : [targets];
    // Two names of one asset have one edge: their publishers come one after the other.
    const [, facts, pairs] = await Promise.all([
      query(tx, LOCK, [targets]),
      query<EdgeFacts>(tx, EDGES[way], values),
      query<ColumnFacts>(tx, COLUMNS[way], values),
    ]);
    const paths = await this.columns.of(
      tx,
      pairs.flatMap(({ from, to }) => [from, to]),
    );
    const notes: string[] = [];
    const byEdge = groupBy(pairs, ({ from, to }) => `${from} ${to}`);
    const drafts: EdgeDraft[] = [];
    const foreign: EdgeDraft[] = [];
    const slice = new TimeSlice();
    for (const fact of facts) {
      const ofEdge = byEdge.get(`${fact.from} ${fact.to}`) ?? [];
      const draft = draftOf(fact, await mappings(fact, ofEdge, paths, notes, slice));
      if (fact.source !== null && fact.source !== SOURCE) {
        foreign.push(draft);
        notes.push(...foreignNotes(fact));
      } else if (edgeDigest(draft) !== fact.digest) drafts.push(draft);
    }
    const withColumns = foreign.filter(({ columns: told }) => told.length > 0);
    const shown = facts.filter(
      ({ source, shownAt, lastSeenAt }) => (source ?? SOURCE) === SOURCE && shownAt > (lastSeenAt ?? 0),
    );
    return { drafts: [...drafts, ...(await this.extended(tx, withColumns, notes))], notes, shown };
  }

  /** Edges of other sources with the columns that they lack. */
  private async extended(tx: Transaction, drafts: readonly EdgeDraft[], notes: string[]): Promise<EdgeDraft[]> {
    const told = new Map(drafts.map((draft) => [`${draft.fromNode} ${draft.toNode}`, draft.columns]));
    return (await this.edges.stored(tx, drafts)).flatMap((edge) => {
      const columns = withPairs(edge.columns, told.get(`${edge.fromNode} ${edge.toNode}`) ?? []);
      if (columns.length === edge.columns.length) return [];
      if (pairsOf(columns) <= MOST_PAIRS) return [{ ...edge, columns }];
      notes.push(
        `an edge of ${edge.source} has more than ${MOST_PAIRS} pairs of columns with those of the event: they are left out`,
      );
      return [];
    });
  }

  /** Writes the edges, then when they were shown: their locks come last. Sent together. */
  async put(tx: Transaction, actor: Actor, { drafts, shown }: EdgeChanges): Promise<void> {
    await Promise.all([
      this.edges.put(tx, actor, drafts),
      shown.length > 0 &&
        query(tx, SHOWN, [JSON.stringify(shown.map(({ from, to, shownAt }) => ({ from, to, shownAt })))]),
    ]);
  }

  /** Removes what no fact supports any more, where a name came to mean another asset than `node`. @returns how many edges */
  async withdraw(tx: Transaction, actor: Actor, nodes: readonly string[]): Promise<number> {
    if (nodes.length === 0) return 0;
    const [row] = await query<{ removed: number }>(tx, WITHDRAW, [nodes, actor.name]);
    return row?.removed ?? 0;
  }
}

function draftOf({ from, to, job, pipeline, sql }: EdgeFacts, columns: readonly ColumnMapping[]): EdgeDraft {
  return {
    fromNode: from,
    toNode: to,
    source: SOURCE,
    ...(pipeline === null ? {} : { pipeline }),
    ...(sql === null ? {} : { sqlQuery: sql }),
    details: job === null ? {} : { job: { namespace: job.namespace, name: job.name } },
    columns,
  };
}

function foreignNotes({ fromFqn, toFqn, source, sql }: EdgeFacts): string[] {
  if (sql === null) return [];
  return [`the edge from ${fromFqn} to ${toFqn} is of ${source}: its columns are completed, its statement stays`];
}

const pairsOf = (columns: readonly ColumnMapping[]): number =>
  columns.reduce((sum, { fromColumns }) => sum + fromColumns.length, 0);

/** The mappings, and behind them those of the others whose pairs they lack. */
function withPairs(own: readonly ColumnMapping[], others: readonly ColumnMapping[]): ColumnMapping[] {
  const keyOf = (from: string, to: string): string => JSON.stringify([from, to]);
  const known = new Set(own.flatMap(({ fromColumns, toColumn }) => fromColumns.map((from) => keyOf(from, toColumn))));
  const more = others.flatMap((mapping) => {
    const fromColumns = mapping.fromColumns.filter((from) => !known.has(keyOf(from, mapping.toColumn)));
    return fromColumns.length > 0 ? [{ ...mapping, fromColumns }] : [];
  });
  return [...own, ...more];
}

/** Columns with their names in the assets; one mapping for a column and the way that it is made. */
async function mappings(
  { from, to, fromFqn, toFqn }: EdgeFacts,
  pairs: readonly ColumnFacts[],
  paths: PathsOfNodes,
  notes: string[],
  slice: TimeSlice,
): Promise<ColumnMapping[]> {
  const grouped = new Map<string, { toColumn: string; function: string; fromColumns: Set<string> }>();
  for (const { fromColumn, toColumn, function: how } of pairs) {
    await slice.turn();
    const source = columnPath(fromColumn, fromFqn, paths.get(from) ?? NONE);
    const target = columnPath(toColumn, toFqn, paths.get(to) ?? NONE);
    if (source === undefined || target === undefined) {
      if (notes.length > MOST_NOTES) continue;
      if (source === undefined) notes.push(`${fromFqn} has no column ${fromColumn}: it is left out`);
      if (target === undefined) notes.push(`${toFqn} has no column ${toColumn}: it is left out`);
      continue;
    }
    const key = JSON.stringify([target, how]);
    const group = grouped.get(key) ?? { toColumn: target, function: how, fromColumns: new Set<string>() };
    grouped.set(key, group);
    group.fromColumns.add(source);
  }
  return [...grouped.keys()].sort().map((key) => {
    const { toColumn, function: how, fromColumns } = grouped.get(key)!;
    return { fromColumns: [...fromColumns].sort(), toColumn, ...(how && { function: how }) };
  });
}

const NONE: ReadonlySet<string> = new Set();

const NODES_AT: PreparedStatement = {
  name: 'openlineage-nodes-at',
  text: `
  select distinct b.node::text as node
    from openlineage_edge f
    join openlineage_name a on a.key = f.from_dataset join openlineage_name b on b.key = f.to_dataset
   where a.node is not null and b.node is not null
     and (f.from_dataset = any($1::uuid[]) or f.to_dataset = any($1::uuid[]) or f.job = any($1::uuid[]) or f.parent = any($1::uuid[]))`,
};

const LOCK: PreparedStatement = {
  name: 'openlineage-lock',
  text: `
  select pg_advisory_xact_lock(hashtextextended('openlineage', n.node)) from (select unnest($1::bigint[]) as node order by 1) n`,
};

// Looked up row by row, by index, so that one plan is right for catalogs of every size. Of arrays behind a subselect PostgreSQL expects
// as many rows as of unknown ones: it reuses that plan.
const TARGETS = `
      from (select distinct unnest((select $1::bigint[])) as node) t
     cross join lateral (select b.key, b.node from openlineage_name b where b.node = t.node offset 0) b`;

/** Facts of edges `f` into the targets `b`: from all sources `a`, or from some. */
const BETWEEN = {
  all: `${TARGETS}
      cross join lateral (select f.* from openlineage_edge f where f.to_dataset = b.key offset 0) f
      cross join lateral (select a.node from openlineage_name a where a.key = f.from_dataset and a.node is not null offset 0) a`,
  some: `${TARGETS}
      cross join (
        select distinct a.key, a.node
          from unnest((select $2::uuid[])) k (key)
         cross join lateral (select s.node from openlineage_name s where s.key = k.key and s.node is not null offset 0) s
         cross join lateral (select a.key, a.node from openlineage_name a where a.node = s.node offset 0) a) a
      cross join lateral (
        select f.* from openlineage_edge f where f.from_dataset = a.key and f.to_dataset = b.key offset 0) f`,
};

// Of several names for the same two assets the newest says whose edge it is; the newest statement is shown.
const edges = (way: keyof typeof BETWEEN): PreparedStatement => ({
  name: `openlineage-edges-${way}`,
  text: `
  with facts as materialized (
    select a.node as from_node, b.node as to_node, f.* ${BETWEEN[way]}
  ), newest as (select distinct on (from_node, to_node) * from facts order by from_node, to_node, stamp desc),
  stated as (
    select distinct on (from_node, to_node) from_node, to_node, sql from facts where sql is not null
     order by from_node, to_node, sql_stamp desc)
  select n.from_node::text as "from", n.to_node::text as "to", x.fqn as "fromFqn", y.fqn as "toFqn", s.sql,
         case when j.key is not null then jsonb_build_object('namespace', j.namespace, 'name', j.name) end as job,
         coalesce(j.node, p.node)::text as pipeline, replace(e.digest::text, '-', '') as digest, e.source,
         (split_part(n.stamp, ' ', 1)::bigint / 1000)::float8 as "shownAt", e.last_seen_at::float8 as "lastSeenAt"
    from newest n
    cross join lateral (select x.fqn from entity x where x.node = n.from_node offset 0) x
    cross join lateral (select y.fqn from entity y where y.node = n.to_node offset 0) y
    left join stated s on s.from_node = n.from_node and s.to_node = n.to_node
    left join lateral (select * from openlineage_name j where j.key = n.job offset 0) j on true
    left join lateral (select * from openlineage_name p where p.key = n.parent offset 0) p on true
    left join lateral (
      select e.source, e.digest, e.last_seen_at from lineage_edge e where e.from_node = n.from_node and e.to_node = n.to_node offset 0) e on true
   order by 1, 2`,
});

// Facts of columns add up without a bound, also of those that an asset lacks; an edge has the first of them, as many as it may have. They may
// give the source another of its names.
const columns = (way: keyof typeof BETWEEN): PreparedStatement => ({
  name: `openlineage-columns-${way}`,
  text: `
  select from_node::text as "from", to_node::text as "to", from_column as "fromColumn", to_column as "toColumn", function
    from (select a.node as from_node, b.node as to_node, c.from_column, c.to_column, max(c.function) as function,
                 row_number() over (partition by a.node, b.node order by c.from_column, c.to_column) as place
            ${BETWEEN[way]}
           cross join lateral (
             select f.from_dataset as key
             union select l.alias from openlineage_alias l where l.dataset = f.from_dataset
             union select o.key from openlineage_name o where o.node = a.node) k
           cross join lateral (
             select c.* from openlineage_column c where c.from_dataset = k.key and c.to_dataset = f.to_dataset offset 0) c
           group by a.node, b.node, c.from_column, c.to_column) of_edges
   where place <= ${MOST_PAIRS}`,
});

// Locked by their ends, as all writers do.
const SHOWN: PreparedStatement = {
  name: 'openlineage-edges-shown',
  text: `
  update lineage_edge e set last_seen_at = s.at
    from (
      select l.from_node, l.to_node, x."shownAt" as at
        from jsonb_to_recordset($1) x ("from" bigint, "to" bigint, "shownAt" bigint)
        join lineage_edge l on l.from_node = x."from" and l.to_node = x."to"
       where l.source = '${SOURCE}' and (l.last_seen_at is null or l.last_seen_at < x."shownAt")
       order by l.from_node, l.to_node for no key update of l) s
   where e.from_node = s.from_node and e.to_node = s.to_node`,
};

const EDGES = { all: edges('all'), some: edges('some') };
const COLUMNS = { all: columns('all'), some: columns('some') };

const WITHDRAW = `
  select lineage_remove_edges(array_agg(e.from_node), array_agg(e.to_node), $2) as removed
    from lineage_edge e
   where e.source = '${SOURCE}' and (e.from_node = any($1::bigint[]) or e.to_node = any($1::bigint[]))
     and not exists (select 1 from openlineage_edge f
                       join openlineage_name a on a.key = f.from_dataset join openlineage_name b on b.key = f.to_dataset
                      where a.node = e.from_node and b.node = e.to_node)`;
