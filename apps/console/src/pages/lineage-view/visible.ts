import type { GraphEdge, GraphNode, Side } from '../../api/lineage';
import { addTo } from '../lineage/graph-data';
import type { Plan } from '../lineage/hop-layout';
import { edgeOf, sideOf, SIDES, type Known } from './known';

/** Cards of one fan that are shown at first, and with each further step. */
export const FAN = 12;

/** Choices of the viewer; sides are named by `sideOf`. */
export interface View {
  /** Levels that are shown on each side. */
  readonly levels: number;
  readonly open: ReadonlySet<string>;
  readonly closed: ReadonlySet<string>;
  /** How many cards each unfolded fan shows. */
  readonly unfolded: ReadonlyMap<string, number>;
  /** Whether no fan is folded. */
  readonly isUnfolded: boolean;
  /** Assets that are shown where a card next to them is, also in a fan that is folded. */
  readonly pinned: ReadonlySet<string>;
  /** Edges, as `edgeOf` names them, that lead on where a side is not expanded. */
  readonly path: ReadonlySet<string>;
}

/** One side of a card; `count` is unknown where the neighbours have not been read. */
export interface SideState {
  readonly state: 'none' | 'open' | 'closed' | 'loading';
  readonly count?: number | undefined;
  /** Whether the levels alone expand it. */
  readonly isByLevel: boolean;
}

/** An asset that is shown: its hop is the one of its column in the picture. */
export interface Card extends GraphNode {
  /** Whether the lineage is about it. */
  readonly isCentre: boolean;
  readonly sides: Readonly<Record<Side, SideState>>;
}

/** Neighbours of a card that stand behind one card together. */
export interface Fold {
  readonly id: string;
  readonly of: string;
  readonly side: Side;
  readonly hop: number;
  readonly hidden: readonly string[];
  /** Neighbours of its fan that are shown. */
  readonly shown: number;
}

export interface Visible {
  readonly nodes: readonly Card[];
  readonly folds: readonly Fold[];
  readonly edges: readonly GraphEdge[];
}

interface Fan {
  readonly shown: readonly string[];
  readonly rest: readonly string[];
}

/** Walks from the asset in the middle outwards: each card is reached once, by the shortest way of those that are expanded. */
export function visibleOf(known: Known, view: View): Visible {
  const walk = new Walk(known, view);
  const nodes = [...walk.hops].map(([id, hop]): Card => ({
    ...(known.nodes.get(id) as GraphNode),
    hop,
    isCentre: id === known.root.id,
    sides: { upstream: walk.stateOf('upstream', id), downstream: walk.stateOf('downstream', id) },
  }));
  return {
    nodes,
    folds: walk.folds(),
    edges: known.edges.filter(({ from, to }) => walk.hops.has(from) && walk.hops.has(to)),
  };
}

class Walk {
  /** Level of each card that is reached, negative upstream. */
  readonly hops = new Map<string, number>();
  /** The sides to which each card was reached without a turn: levels expand these. */
  private readonly straight = new Map<string, readonly Side[]>();
  private readonly fans = new Map<string, Fan & { readonly of: string; readonly side: Side }>();

  constructor(
    private readonly known: Known,
    private readonly view: View,
  ) {
    this.hops.set(known.root.id, 0);
    this.straight.set(known.root.id, SIDES);
    // A map grows while it is walked, and shows each member once: also in a cycle.
    for (const [id, hop] of this.hops) for (const side of SIDES) this.reach(id, hop, side);
  }

  stateOf(side: Side, id: string): SideState {
    const key = sideOf(side, id);
    const isByLevel = this.isByLevel(id, side);
    const isWhole = this.known.whole.has(key);
    const fan = this.fans.get(key);
    const reached = fan ? fan.shown.length + fan.rest.length : 0;
    if (this.isOpen(id, side) && reached > 0) return { state: 'open', count: reached, isByLevel };
    if (!isWhole && this.view.open.has(key)) return { state: 'loading', isByLevel };
    const hidden = this.neighbours(id, side).filter((one) => !this.hops.has(one)).length;
    if (isWhole && hidden === 0) return { state: 'none', isByLevel };
    return { state: 'closed', ...(isWhole && { count: hidden }), isByLevel };
  }

  /** Folded parts of fans, without the cards that another one leads to as well. */
  folds(): Fold[] {
    return [...this.fans].flatMap(([key, { of, side, shown, rest }]) => {
      const hidden = rest.filter((id) => !this.hops.has(id));
      const hop = (this.hops.get(of) ?? 0) + stepOf(side);
      return hidden.length > 0 ? [{ id: `fold ${key}`, of, side, hop, hidden, shown: shown.length }] : [];
    });
  }

  private reach(id: string, hop: number, side: Side): void {
    const fresh = this.neighbours(id, side).filter((one) => !this.hops.has(one));
    const wanted = this.isOpen(id, side) ? fresh : fresh.filter((one) => this.leadsTo(id, one, side));
    if (wanted.length === 0) return;
    const fan = this.fanOf(id, side, wanted);
    const isStraight = this.straight.get(id)?.includes(side) ?? false;
    for (const one of fan.shown) {
      this.hops.set(one, hop + stepOf(side));
      if (isStraight) this.straight.set(one, [side]);
    }
    this.fans.set(sideOf(side, id), { ...fan, of: id, side });
  }

  /** Sorts by name: first those that are pinned, then those on the path, then the others. */
  private fanOf(id: string, side: Side, wanted: readonly string[]): Fan {
    const groups = new Map<number, string[]>();
    for (const one of wanted.toSorted((a, b) => compare(this.nameOf(a), this.nameOf(b))))
      addTo(groups, this.rankOf(id, one, side), one);
    const sorted = [0, 1, 2].flatMap((rank) => groups.get(rank) ?? []);
    if (this.view.isUnfolded) return { shown: sorted, rest: [] };
    const most = Math.max(this.view.unfolded.get(sideOf(side, id)) ?? FAN, groups.get(0)?.length ?? 0);
    return { shown: sorted.slice(0, most), rest: sorted.slice(most) };
  }

  private rankOf(id: string, one: string, side: Side): 0 | 1 | 2 {
    if (this.view.pinned.has(one)) return 0;
    return this.isOnPath(id, one, side) ? 1 : 2;
  }

  private leadsTo(id: string, one: string, side: Side): boolean {
    return this.view.pinned.has(one) || this.isOnPath(id, one, side);
  }

  private isOnPath(id: string, one: string, side: Side): boolean {
    return this.view.path.has(side === 'upstream' ? edgeOf(one, id) : edgeOf(id, one));
  }

  private isOpen(id: string, side: Side): boolean {
    const key = sideOf(side, id);
    return !this.view.closed.has(key) && (this.view.open.has(key) || this.isByLevel(id, side));
  }

  private isByLevel(id: string, side: Side): boolean {
    return (this.straight.get(id)?.includes(side) ?? false) && Math.abs(this.hops.get(id) ?? 0) < this.view.levels;
  }

  private neighbours(id: string, side: Side): readonly string[] {
    return (this.known.next[side].get(id) ?? []).filter((one) => one !== id && this.known.nodes.has(one));
  }

  private nameOf(id: string): string {
    const node = this.known.nodes.get(id);
    return node?.displayName ?? node?.name ?? id;
  }
}

const stepOf = (side: Side): number => (side === 'upstream' ? -1 : 1);
const compare = (a: string, b: string): number => (a < b ? -1 : Number(a > b));

/** Cards of both kinds as one graph, the folded ones last. */
export function planOf({ nodes, folds, edges }: Visible): Plan {
  return {
    nodes: [...nodes, ...folds],
    edges: [
      ...edges,
      ...folds.map(({ id, of, side }) => (side === 'upstream' ? { from: id, to: of } : { from: of, to: id })),
    ],
  };
}

/** The assets that lead from the one in the middle to another one, by the fewest steps in either direction: pinned, they show it. */
export function wayTo({ root, next }: Known, id: string): string[] {
  const from = new Map<string, string | undefined>([[root.id, undefined]]);
  for (const one of from.keys()) {
    if (one === id) break;
    for (const side of SIDES) for (const other of next[side].get(one) ?? []) if (!from.has(other)) from.set(other, one);
  }
  const way: string[] = [];
  for (let one = from.has(id) ? id : undefined; one !== undefined; one = from.get(one)) way.push(one);
  return way;
}
