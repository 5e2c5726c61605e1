import { MarkerType, Position, type Edge, type Node } from '@xyflow/react';
import { isBroken } from '../../api/execution-status';
import type { AssetNode } from '../lineage-cards/asset-card';
import type { FoldNode } from '../lineage-cards/fold-card';
import { FOLD_HEIGHT, HEAD_HEIGHT, heightOf, NODE_WIDTH, ROW_HEIGHT } from './layout';
import type { Layout } from './hop-layout';
import { stepsOf, type ColumnPath, type ColumnStep } from '../lineage-view/column-path';
import { edgeOf } from '../lineage-view/known';
import type { ColumnList } from '../lineage-view/listed-columns';
import { planOf, type Visible } from '../lineage-view/visible';

export type ColumnLists = ReadonlyMap<string, ColumnList>;

/** A graph with the positions of its cards. */
export interface Drawn {
  readonly visible: Visible;
  readonly lists: ColumnLists;
  readonly heights: ReadonlyMap<string, number>;
  readonly layout: Layout;
}

/** Looks of cards and lines, beside where they stand. */
export interface Shades {
  readonly states: ReadonlyMap<string, string>;
  /** Assets downstream of a contract that fails. */
  readonly lit: ReadonlySet<string>;
  readonly path: ColumnPath | undefined;
  /** Id of the card that is shown beside the graph. */
  readonly chosenCard: string | undefined;
  /** Whether the lists of all cards are open. */
  readonly hasColumns: boolean;
}

const rowsOf = (list: ColumnList | undefined): number => (list ? 1 + list.listed.length + Number(list.more > 0) : 0);

export function heightsOf({ nodes, folds }: Visible, lists: ColumnLists): ReadonlyMap<string, number> {
  return new Map([
    ...nodes.map(({ id }) => [id, heightOf(rowsOf(lists.get(id)))] as const),
    ...folds.map(({ id }) => [id, FOLD_HEIGHT] as const),
  ]);
}

/** Cards with their places; known before they are drawn: what lies outside the view need not be drawn to be measured or fitted. */
export function nodesOf({ visible, lists, heights, layout }: Drawn, shades: Shades): (AssetNode | FoldNode)[] {
  const { states, lit, path, hasColumns, chosenCard } = shades;
  const names = new Map(visible.nodes.map(({ id, displayName, name }) => [id, displayName ?? name]));
  const placeOf = (id: string) => ({
    id,
    position: layout.get(id) ?? { x: 0, y: 0 },
    measured: { width: NODE_WIDTH, height: heights.get(id) ?? 0 },
  });
  return [
    ...visible.nodes.map((card): AssetNode => ({
      ...placeOf(card.id),
      handles: handlesOf(HEAD_HEIGHT / 2, lists.get(card.id)),
      type: 'asset',
      data: {
        card,
        status: states.get(card.id),
        hasContract: states.has(card.id),
        isLit: lit.has(card.id),
        isDim: path !== undefined && !path.assets.has(card.id),
        list: lists.get(card.id),
        isChosen: card.id === chosenCard,
        chosenColumn: path?.column,
        canToggle: !hasColumns,
      },
    })),
    ...visible.folds.map((fold): FoldNode => ({
      ...placeOf(fold.id),
      handles: handlesOf(FOLD_HEIGHT / 2, undefined),
      type: 'fold',
      data: {
        fold,
        of: names.get(fold.of) ?? '',
        failing: fold.hidden.filter((id) => isBroken(states.get(id) ?? '')).length,
      },
    })),
  ];
}

/** Ends of lines at a card: at its head, which are its first, and at each column that it lists. */
function handlesOf(middle: number, list: ColumnList | undefined): NonNullable<Node['handles']> {
  const at = (y: number, id?: string) => {
    const side = { width: 1, height: 1, y, ...(id !== undefined && { id }) };
    return [
      { ...side, type: 'target' as const, position: Position.Left, x: 0 },
      { ...side, type: 'source' as const, position: Position.Right, x: NODE_WIDTH },
    ];
  };
  const columns = list?.listed ?? [];
  return [at(middle), ...columns.map(({ fqn }, row) => at(HEAD_HEIGHT + (row + 1.5) * ROW_HEIGHT, fqn))].flat();
}

/** Lines between assets, and above them those between columns that both are listed. */
export function edgesOf(drawn: Drawn, { lit, path }: Shades): Edge[] {
  const steps = new Set(path ? [...path.upstream, ...path.downstream].map(pairOf) : []);
  return [
    ...planOf(drawn.visible).edges.map(({ from, to }) => {
      const id = edgeOf(from, to);
      const isOnPath = path?.edges.has(id) ?? false;
      const color = isOnPath ? 'var(--busy)' : lit.has(from) ? 'var(--bad)' : 'var(--idle)';
      const isStrong = lit.has(from) || isOnPath;
      return {
        ...{ id, source: from, target: to, focusable: false },
        style: { stroke: color, ...(isStrong && { strokeWidth: 2 }), ...(path && !isOnPath && { opacity: DIM }) },
        markerEnd: { type: MarkerType.ArrowClosed, color },
      };
    }),
    ...linesOf(drawn).map((step) => {
      const isOnPath = steps.has(pairOf(step));
      return {
        ...{ id: `${step.fromAsset} ${step.from} ${step.to}`, focusable: false },
        ...{ source: step.fromAsset, sourceHandle: step.from, target: step.toAsset, targetHandle: step.to },
        className: isOnPath ? 'graph-line-lit' : 'graph-line',
        style: isOnPath
          ? { stroke: 'var(--busy)', strokeWidth: 3 }
          : { stroke: 'var(--idle)', strokeDasharray: '4 3', ...(path && { opacity: DIM }) },
      };
    }),
  ];
}

const DIM = 0.25;

/** The columns of a step, as one text. */
const pairOf = ({ from, to }: ColumnStep): string => JSON.stringify([from, to]);

/** Pairs of columns that are both listed. */
export function linesOf({ visible, lists }: Drawn): ColumnStep[] {
  const listed = new Set([...lists.values()].flatMap((list) => list.listed.map(({ fqn }) => fqn)));
  return listed.size === 0 ? [] : stepsOf(visible.edges).filter(({ from, to }) => listed.has(from) && listed.has(to));
}
