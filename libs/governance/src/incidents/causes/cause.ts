import { byCodePoint } from '@app/common';

/** How far a cause is looked for. */
export const CAUSE_HOPS = 10;
export const CAUSE_ASSETS = 10_000;

/** An asset whose contract has an open incident. */
export interface BrokenAsset {
  /** Id of the incident. */
  readonly id: string;
  /** Epoch ms. */
  readonly openedAt: number;
  /** FQN of its contract. */
  readonly fqn: string;
  /** Ms by which the incident of a cause may have opened later; absent: no cause is looked for. */
  readonly within?: number;
}

/** The lineage above incidents; assets by node. */
export interface CauseGraph {
  /** The assets that an asset is made of. */
  readonly above: ReadonlyMap<number, readonly number[]>;
  readonly broken: ReadonlyMap<number, BrokenAsset>;
  /** Assets whose contract in force passes: what lies above them causes nothing below. */
  readonly firm: ReadonlySet<number>;
}

/** An asset where a cause lies, and its distance in edges. */
export interface FoundCause {
  readonly asset: number;
  readonly hops: number;
}

/**
 * Finds from which incident others follow. It goes upstream from an asset, at most CAUSE_HOPS edges and CAUSE_ASSETS assets, and not beyond a
 * firm one. The candidates are the asset itself and the broken ones that it reaches, whose incident opened early enough. A root is a candidate
 * that reaches no other one which does not reach it back; of roots in one cycle the earliest stands for it.
 */
export class CauseFinder {
  /** By asset: the broken assets that it reaches, with the edges between. */
  private readonly walks = new Map<number, ReadonlyMap<number, number>>();

  constructor(
    private readonly graph: CauseGraph,
    private readonly limits = { hops: CAUSE_HOPS, assets: CAUSE_ASSETS },
  ) {}

  /** @param asset a broken one @returns the root; undefined where it is the asset itself, or where none is looked for */
  causeOf(asset: number): FoundCause | undefined {
    const { openedAt, within } = this.at(asset);
    if (within === undefined) return undefined;
    const latest = openedAt + within;
    const reached = this.reachedFrom(asset);
    const others = [...reached.keys()].filter((one) => one !== asset && this.at(one).openedAt <= latest);
    const candidates = [asset, ...others];
    const roots = candidates.filter((one) =>
      candidates.every((other) => !this.reaches(one, other) || this.reaches(other, one)),
    );
    const standing = roots.filter((one) =>
      roots.every((other) => one === other || !this.isOneCycle(one, other) || this.compare(one, other) < 0),
    );
    const hopsTo = (one: number): number => (one === asset ? 0 : reached.get(one)!);
    const [root] = standing.sort(
      (one, other) =>
        this.at(one).openedAt - this.at(other).openedAt || hopsTo(one) - hopsTo(other) || this.compare(one, other),
    );
    return root === undefined || root === asset ? undefined : { asset: root, hops: hopsTo(root) };
  }

  private isOneCycle(one: number, other: number): boolean {
    return this.reaches(one, other) && this.reaches(other, one);
  }

  private reaches(one: number, other: number): boolean {
    return one !== other && this.reachedFrom(one).has(other);
  }

  /** By time, then FQN: never 0 for two. */
  private compare(one: number, other: number): number {
    const [first, second] = [this.at(one), this.at(other)];
    return first.openedAt - second.openedAt || byCodePoint(first.fqn, second.fqn);
  }

  private at(asset: number): BrokenAsset {
    return this.graph.broken.get(asset)!;
  }

  private reachedFrom(start: number): ReadonlyMap<number, number> {
    const known = this.walks.get(start);
    if (known) return known;
    const walked = this.walk(start);
    this.walks.set(start, walked);
    return walked;
  }

  private walk(start: number): ReadonlyMap<number, number> {
    const { above, broken, firm } = this.graph;
    const reached = new Map<number, number>();
    const visited = new Set([start]);
    let frontier = [start];
    for (let hop = 1; hop <= this.limits.hops && frontier.length > 0; hop++) {
      const next: number[] = [];
      for (const at of frontier) {
        if (at !== start && firm.has(at) && !broken.has(at)) continue;
        for (const far of above.get(at) ?? []) {
          if (visited.has(far) || visited.size >= this.limits.assets) continue;
          visited.add(far);
          next.push(far);
          if (broken.has(far)) reached.set(far, hop);
        }
      }
      frontier = next;
    }
    return reached;
  }
}
