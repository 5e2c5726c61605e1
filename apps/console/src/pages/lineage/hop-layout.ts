import { addTo } from './graph-data';

const NODE_GAP = 24;
/** Between two cards beside each other: their buttons stand there. */
export const CARD_GAP = 120;
/** A hop with more assets than this stands in several columns: one of a thousand could not be seen at once. */
const MOST_ROWS = 50;

/** Positions of nodes by id: their upper left corner, in pixels. */
export type Layout = ReadonlyMap<string, { readonly x: number; readonly y: number }>;

/** Graph of cards that is laid out and moved through: assets, and cards that stand for several. */
export interface Plan {
  readonly nodes: readonly { readonly id: string; readonly hop: number }[];
  readonly edges: readonly { readonly from: string; readonly to: string }[];
}

interface Sizes {
  readonly width: number;
  readonly heightOf: (id: string) => number;
}

/**
 * The position of each asset by its hop alone: the upstream hops on the left, the downstream ones on the right, each in the order of those
 * it hangs on. For graphs in which no layout that looks for crossings ends in time.
 */
export function layoutByHop({ nodes, edges }: Plan, { width, heightOf }: Sizes): Layout {
  const hopOf = new Map(nodes.map(({ id, hop }) => [id, hop]));
  const nearer = new Map<string, string[]>();
  const note = (id: string, other: string): void => {
    if (Math.abs(hopOf.get(other) ?? Infinity) < Math.abs(hopOf.get(id) ?? 0)) addTo(nearer, id, other);
  };
  for (const { from, to } of edges) {
    note(from, to);
    note(to, from);
  }
  const hops = [...new Set(hopOf.values())].sort((a, b) => a - b);
  const ranks = new Map<string, number>();
  const columns = new Map<number, string[][]>();
  for (const hop of [...hops].sort((a, b) => Math.abs(a) - Math.abs(b))) {
    const own = nodes.filter((node) => node.hop === hop).map(({ id }) => id);
    const weights = new Map(own.map((id) => [id, mean((nearer.get(id) ?? []).map((one) => ranks.get(one) ?? 0))]));
    own.sort((a, b) => (weights.get(a) ?? 0) - (weights.get(b) ?? 0));
    own.forEach((id, at) => ranks.set(id, at / own.length));
    columns.set(hop, split(own));
  }
  const places = new Map<string, { x: number; y: number }>();
  let x = 0;
  for (const hop of hops) {
    for (const column of columns.get(hop) ?? []) {
      let y = -sum(column.map((id) => heightOf(id) + NODE_GAP)) / 2;
      for (const id of column) {
        places.set(id, { x, y });
        y += heightOf(id) + NODE_GAP;
      }
      x += width + CARD_GAP;
    }
  }
  return places;
}

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => (values.length ? sum(values) / values.length : 0);

/** Into columns of equal height, as few as there can be. */
function split(ids: readonly string[]): string[][] {
  const rows = Math.ceil(ids.length / Math.ceil(ids.length / MOST_ROWS));
  return Array.from({ length: Math.ceil(ids.length / rows) }, (_, at) => ids.slice(at * rows, (at + 1) * rows));
}
