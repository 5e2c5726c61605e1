import type { GraphEdge, GraphNode } from '../../api/lineage';
import { columnName, columnsOf } from '../lineage/graph-data';
import type { ListState } from './address';
import { FAN } from './visible';

/** Columns that a card lists at first. */
export const MOST_COLUMNS = FAN;

export interface ListedColumn {
  readonly fqn: string;
  /** Path inside the asset. */
  readonly name: string;
  readonly isOnPath: boolean;
}

/** Columns of one card. */
export interface ColumnList {
  readonly state: ListState;
  /** Columns that lineage goes through, listed or not. */
  readonly count: number;
  readonly listed: readonly ListedColumn[];
  /** Listed by a further press. */
  readonly more: number;
}

/** Columns of each card, by its id: those of lists that are open, and of the others what lies on the path. */
export function listsOf(
  graph: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] },
  path: ReadonlySet<string>,
  stateOf: (id: string) => ListState,
): ReadonlyMap<string, ColumnList> {
  const columns = columnsOf(graph);
  return new Map(
    graph.nodes.flatMap(({ id, fullyQualifiedName }) => {
      const all = (columns.get(id) ?? []).map((fqn): ListedColumn => ({
        fqn,
        name: columnName(fqn, fullyQualifiedName),
        isOnPath: path.has(fqn),
      }));
      return all.length > 0 ? [[id, listOf(all, stateOf(id))] as const] : [];
    }),
  );
}

function listOf(all: readonly ListedColumn[], state: ListState): ColumnList {
  const onPath = all.filter(({ isOnPath }) => isOnPath);
  if (state === 'all') return { state, count: all.length, listed: all, more: 0 };
  const wanted = state === 'first' ? [...onPath, ...all.filter(({ isOnPath }) => !isOnPath)] : onPath;
  const kept = new Set(wanted.slice(0, Math.max(MOST_COLUMNS, onPath.length)));
  const listed = all.filter((one) => kept.has(one));
  return { state, count: all.length, listed, more: state === 'first' ? all.length - listed.length : 0 };
}
