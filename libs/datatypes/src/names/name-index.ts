import { groupBy } from '@app/common';
import type { NameCase } from './name-cases';
import { foldName, unquotedName } from './name-fold';

/** Meaning of a name: one thing, or none; `among` has the candidates where several could be meant. */
export type NamedOne<T> =
  { readonly found: T; readonly among?: undefined } | { readonly found?: undefined; readonly among: readonly T[] };

const NONE = { among: [] } as const;

/** Things by their names, found as an engine looks names up. Of things with equal names, the first is found. */
export class NameIndex<T> {
  private readonly byName: ReadonlyMap<string, readonly T[]>;
  /** Read only where case is ignored, and no name is equal. */
  private byFold?: ReadonlyMap<string, readonly T[]>;

  constructor(
    things: readonly T[],
    private readonly nameOf: (thing: T) => string,
    private readonly nameCase: NameCase,
  ) {
    this.byName = groupBy(things, nameOf);
  }

  /**
   * The thing that a name means: the one of exactly that name; else, for a name in quotes, the one whose name is what is inside; else the
   * one whose name is the fold, or the only one that differs by case alone.
   */
  find(name: string): NamedOne<T> {
    const exact = this.named(name);
    if (exact.found !== undefined) return exact;
    const quoted = unquotedName(name);
    if (quoted !== undefined) return this.named(quoted);
    return this.nameCase === 'blind' ? this.alike(name) : this.named(foldName(name, this.nameCase));
  }

  private named(name: string): NamedOne<T> {
    const found = this.byName.get(name)?.[0];
    return found === undefined ? NONE : { found };
  }

  private alike(name: string): NamedOne<T> {
    const firsts = (): T[] => [...this.byName.values()].map(([first]) => first!);
    this.byFold ??= groupBy(firsts(), (thing) => foldName(this.nameOf(thing), 'blind'));
    const [found, ...more] = this.byFold.get(foldName(name, 'blind')) ?? [];
    if (found === undefined) return NONE;
    return more.length > 0 ? { among: [found, ...more] } : { found };
  }
}
