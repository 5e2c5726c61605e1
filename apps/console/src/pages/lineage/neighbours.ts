import type { Layout, Plan } from './hop-layout';

/** Keys that lead from one asset of a graph to another one. */
export const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'] as const;
export type Move = (typeof MOVES)[number];

export const isMove = (key: string): key is Move => MOVES.some((move) => move === key);

/** The asset that a key leads to from another one: along an edge to the nearest in height, or up and down in the same hop. */
export function neighbourOf({ nodes, edges }: Plan, layout: Layout, from: string, move: Move): string | undefined {
  const here = layout.get(from);
  if (!here) return undefined;
  const height = (id: string): number => layout.get(id)?.y ?? 0;
  const nearest = (ids: readonly string[]): string | undefined =>
    ids.toSorted((a, b) => Math.abs(height(a) - here.y) - Math.abs(height(b) - here.y))[0];
  if (move === 'ArrowLeft') return nearest(edges.filter(({ to }) => to === from).map((edge) => edge.from));
  if (move === 'ArrowRight') return nearest(edges.filter((edge) => edge.from === from).map(({ to }) => to));
  const hop = nodes.find(({ id }) => id === from)?.hop;
  const beside = nodes.filter((node) => node.hop === hop).map(({ id }) => id);
  return nearest(beside.filter((id) => (move === 'ArrowUp' ? height(id) < here.y : height(id) > here.y)));
}
