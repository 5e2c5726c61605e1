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

/** Bits of a word of a set. */
const WORD = 32;

/**
 * Finds from which incident others follow. It goes upstream from an asset, at most CAUSE_HOPS edges and CAUSE_ASSETS assets, and not beyond a
 * firm one. The candidates are the asset itself and the broken ones that it reaches, whose incident opened early enough. A root is a candidate
 * that reaches no other one which does not reach it back; of roots in one cycle the earliest stands for it.
 *
 * Thousands of assets may be broken at once, and each be asked about. So broken assets are numbered by the opening of their incidents, then by
 * FQN, and what one reaches is a set of bits that is made once: its lowest bits are the candidates to try first.
 */
export class CauseFinder {
  private readonly broken: readonly (readonly [asset: number, BrokenAsset])[];
  private readonly numbers: ReadonlyMap<number, number>;
  /** The broken assets that one reaches, by its number. */
  private readonly reach = new Map<number, Uint32Array>();
  private readonly upstream: Upstream;

  constructor(
    graph: CauseGraph,
    private readonly limits = { hops: CAUSE_HOPS, assets: CAUSE_ASSETS },
  ) {
    this.broken = [...graph.broken].sort(
      ([, one], [, other]) => one.openedAt - other.openedAt || byCodePoint(one.fqn, other.fqn),
    );
    this.numbers = new Map(this.broken.map(([asset], number) => [asset, number]));
    this.upstream = new Upstream(graph, this.numbers);
  }

  /** @param asset a broken one @returns the root; undefined where it is the asset itself, or where none is looked for */
  causeOf(asset: number): FoundCause | undefined {
    const start = this.numbers.get(asset)!;
    const { openedAt, within } = this.broken[start]![1];
    if (within === undefined) return undefined;
    const hops = new Map<number, number>([[start, 0]]);
    const candidates = this.emptySet();
    add(candidates, start);
    this.upstream.walk(asset, this.limits, (number, hop) => {
      if (this.openedAt(number) > openedAt + within) return;
      hops.set(number, hop);
      add(candidates, number);
    });
    const [root] = this.earliestRoots(candidates).sort(
      (one, other) => hops.get(one)! - hops.get(other)! || one - other,
    );
    return root === undefined || root === start ? undefined : { asset: this.broken[root]![0], hops: hops.get(root)! };
  }

  /** Roots whose incidents opened first: none that opened later can replace one of them. */
  private earliestRoots(candidates: Uint32Array): number[] {
    const found: number[] = [];
    for (const number of members(candidates)) {
      if (found.length > 0 && this.openedAt(number) > this.openedAt(found[0]!)) break;
      if (this.isRoot(number, candidates)) found.push(number);
    }
    return found.filter(
      (one) => !found.some((other) => other < one && this.reaches(one, other) && this.reaches(other, one)),
    );
  }

  private isRoot(one: number, candidates: Uint32Array): boolean {
    const reached = this.reachOf(one);
    for (const other of members(candidates, reached)) if (!this.reaches(other, one)) return false;
    return true;
  }

  private openedAt(number: number): number {
    return this.broken[number]![1].openedAt;
  }

  private reaches(one: number, other: number): boolean {
    return has(this.reachOf(one), other);
  }

  private reachOf(number: number): Uint32Array {
    const known = this.reach.get(number);
    if (known) return known;
    const reached = this.emptySet();
    this.upstream.walk(this.broken[number]![0], this.limits, (one) => add(reached, one));
    this.reach.set(number, reached);
    return reached;
  }

  private emptySet(): Uint32Array {
    return new Uint32Array(Math.ceil(this.broken.length / WORD));
  }
}

/** The lineage as arrays: a walk visits a node in nanoseconds. */
class Upstream {
  private readonly places = new Map<number, number>();
  /** By node index: where its edges begin among all; those of the next node begin where they end. */
  private readonly first: Int32Array;
  private readonly edges: Int32Array;
  /** By node index: the number of a broken asset, else -1. */
  private readonly numbers: Int32Array;
  /** By node index: whether a walk ends there. */
  private readonly isEnd: Uint8Array;
  private readonly visited: Int32Array;
  private readonly queue: Int32Array;
  private walks = 0;

  constructor({ above, broken, firm }: CauseGraph, numbers: ReadonlyMap<number, number>) {
    for (const asset of broken.keys()) this.placeOf(asset);
    for (const [asset, further] of above) for (const one of [asset, ...further]) this.placeOf(one);
    const assets = [...this.places.keys()];
    this.first = new Int32Array(assets.length + 1);
    assets.forEach((asset, index) => (this.first[index + 1] = this.first[index]! + (above.get(asset)?.length ?? 0)));
    this.edges = Int32Array.from(assets.flatMap((asset) => above.get(asset) ?? []).map((far) => this.places.get(far)!));
    this.numbers = Int32Array.from(assets, (asset) => numbers.get(asset) ?? -1);
    this.isEnd = Uint8Array.from(assets, (asset) => (firm.has(asset) && !broken.has(asset) ? 1 : 0));
    [this.visited, this.queue] = [new Int32Array(assets.length), new Int32Array(assets.length)];
  }

  /** Goes upstream, the nearest first. @param found gets the number of each broken asset that is reached, and the edges between */
  walk(asset: number, limits: { hops: number; assets: number }, found: (number: number, hops: number) => void): void {
    const { first, edges, numbers, isEnd, visited, queue } = this;
    const walk = ++this.walks;
    const start = this.places.get(asset)!;
    visited[start] = walk;
    queue[0] = start;
    let [from, to] = [0, 1];
    for (let hop = 1; hop <= limits.hops && from < to; hop++) {
      const end = to;
      for (; from < end; from++) {
        const at = queue[from]!;
        if (isEnd[at] && at !== start) continue;
        for (let edge = first[at]!; edge < first[at + 1]!; edge++) {
          const far = edges[edge]!;
          if (visited[far] === walk || to >= limits.assets) continue;
          visited[far] = walk;
          queue[to++] = far;
          if (numbers[far]! >= 0) found(numbers[far]!, hop);
        }
      }
    }
  }

  private placeOf(asset: number): void {
    if (!this.places.has(asset)) this.places.set(asset, this.places.size);
  }
}

function add(set: Uint32Array, number: number): void {
  set[Math.floor(number / WORD)]! |= 1 << (number % WORD);
}

function has(set: Uint32Array, number: number): boolean {
  return (set[Math.floor(number / WORD)]! & (1 << (number % WORD))) !== 0;
}

/** In ascending order. @param other only those that are in this one as well */
function* members(set: Uint32Array, other = set): Generator<number> {
  for (let word = 0; word < set.length; word++)
    for (let bits = set[word]! & other[word]!; bits !== 0; bits &= bits - 1)
      yield word * WORD + (WORD - 1 - Math.clz32(bits & -bits));
}
