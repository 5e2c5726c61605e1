import { groupBy } from '@app/common';
import { identitiesOf, likenessText, memberTexts } from './json-likeness';

/** Copies of objects, each with the one that it was made of. */
export type Origins = WeakMap<object, object>;

/** Candidates that are compared with one item, so that the work grows with the number of items alone. */
const MOST_COMPARED = 8;

/**
 * Which item of a list that was shown each item that was sent is: the copy of it, else one that is alike, else one of the same name,
 * else, of items without a name, the one with which it has most in common.
 * @returns position in `sent` → position in `shown`; each is there once
 */
export function matchItems(
  shown: readonly unknown[],
  sent: readonly unknown[],
  origins: Origins,
): ReadonlyMap<number, number> {
  const matching = new Matching(shown, sent);
  matching.byOrigin(origins);
  matching.byText();
  matching.byIdentity();
  matching.byLikeness();
  return matching.found;
}

class Matching {
  readonly found = new Map<number, number>();
  private readonly free: Set<number>;

  constructor(
    private readonly shown: readonly unknown[],
    private readonly sent: readonly unknown[],
  ) {
    this.free = new Set(shown.keys());
  }

  byOrigin(origins: Origins): void {
    const places = new Map(this.shown.map((item, at) => [item, at]));
    for (const [at, item] of this.open()) {
      const origin = typeof item === 'object' && item !== null ? origins.get(item) : undefined;
      this.match(at, origin && places.get(origin));
    }
  }

  byText(): void {
    const places = groupBy([...this.free], (at) => likenessText(this.shown[at]));
    for (const [at, item] of this.open()) this.match(at, places.get(likenessText(item))?.shift());
  }

  byIdentity(): void {
    const names = new Map([...this.free].map((at) => [at, identitiesOf(this.shown[at])]));
    const keys = [...names].flatMap(([at, kinds]) =>
      kinds.flatMap((name, kind) => (name === undefined ? [] : [{ at, key: keyOf(kind, name) }])),
    );
    const byKey = groupBy(keys, ({ key }) => key);
    for (const [at, item] of this.open()) {
      const own = identitiesOf(item);
      const candidates = own.flatMap((name, kind) =>
        name === undefined ? [] : (byKey.get(keyOf(kind, name)) ?? []).slice(0, MOST_COMPARED),
      );
      const same = candidates.find((one) => this.free.has(one.at) && isSame(own, names.get(one.at) ?? []));
      this.match(at, same?.at);
    }
  }

  byLikeness(): void {
    const isNameless = (item: unknown): boolean => identitiesOf(item).every((name) => name === undefined);
    const open = this.open()
      .filter(([, item]) => isNameless(item))
      .map(([at, item]) => ({ at, texts: new Set(memberTexts(item)) }));
    const places = [...this.free].filter((at) => isNameless(this.shown[at]));
    const pairs = places.flatMap((index, i) => {
      const texts = memberTexts(this.shown[index]);
      const from = Math.max(0, i - MOST_COMPARED / 2);
      return open
        .slice(from, from + MOST_COMPARED)
        .map((one) => ({ at: one.at, index, common: texts.filter((text) => one.texts.has(text)).length }));
    });
    for (const { at, index } of pairs.filter(({ common }) => common).sort((a, b) => b.common - a.common))
      if (!this.found.has(at)) this.match(at, index);
  }

  /** Items that are not matched yet, with their positions. */
  private open(): [number, unknown][] {
    return [...this.sent.entries()].filter(([at]) => !this.found.has(at));
  }

  private match(at: number, index: number | undefined): void {
    if (index !== undefined && this.free.delete(index)) this.found.set(at, index);
  }
}

const keyOf = (kind: number, name: string): string => `${kind} ${name}`;

/** By the first kind of name that both have. */
function isSame(one: readonly (string | undefined)[], other: readonly (string | undefined)[]): boolean {
  const kind = one.findIndex((name, i) => name !== undefined && other[i] !== undefined);
  return kind >= 0 && one[kind] === other[kind];
}
