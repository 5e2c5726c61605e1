import type { GraphEdge } from '../../api/lineage';
import { addTo } from '../lineage/graph-data';
import { edgeOf } from './known';

/** A line between two columns of two assets. */
export interface ColumnStep {
  /** Ids of the assets. */
  readonly fromAsset: string;
  readonly toAsset: string;
  /** FQNs of the columns. */
  readonly from: string;
  readonly to: string;
  readonly function?: string | undefined;
  /** Text of the edge between the assets. */
  readonly description?: string | undefined;
}

export interface ColumnPath {
  readonly column: string;
  /** The column, all that it is made of and all that is made of it. */
  readonly columns: ReadonlySet<string>;
  /** Assets of these columns. */
  readonly assets: ReadonlySet<string>;
  /** Edges between assets that the path goes along, as `edgeOf` names them. */
  readonly edges: ReadonlySet<string>;
  /** Nearest first. */
  readonly upstream: readonly ColumnStep[];
  readonly downstream: readonly ColumnStep[];
}

export function stepsOf(edges: readonly GraphEdge[]): ColumnStep[] {
  return edges.flatMap(({ from: fromAsset, to: toAsset, description, columns }) =>
    columns.flatMap(({ from: sources, to, function: by }) =>
      sources.map((from) => ({ fromAsset, toAsset, from, to, function: by, description })),
    ),
  );
}

/** The way of a column through all assets: only what it is made of, and what is made of it. */
export function pathOf(edges: readonly GraphEdge[], asset: string, column: string): ColumnPath {
  const steps = stepsOf(edges);
  const upstream = reached(column, steps, 'to', 'from');
  const downstream = reached(column, steps, 'from', 'to');
  const all = [...upstream, ...downstream];
  return {
    column,
    columns: new Set([column, ...all.flatMap(({ from, to }) => [from, to])]),
    assets: new Set([asset, ...all.flatMap(({ fromAsset, toAsset }) => [fromAsset, toAsset])]),
    edges: new Set(all.map(({ fromAsset, toAsset }) => edgeOf(fromAsset, toAsset))),
    upstream,
    downstream,
  };
}

/** Steps that can be gone from the column in one direction, each once, by their distance. */
function reached(column: string, steps: readonly ColumnStep[], near: 'from' | 'to', far: 'from' | 'to'): ColumnStep[] {
  const next = new Map<string, ColumnStep[]>();
  for (const step of steps) addTo(next, step[near], step);
  const found: ColumnStep[] = [];
  const columns = new Set([column]);
  // A set grows while it is walked, and shows each member once: also in a cycle.
  for (const one of columns)
    for (const step of next.get(one) ?? []) {
      found.push(step);
      columns.add(step[far]);
    }
  return found;
}
