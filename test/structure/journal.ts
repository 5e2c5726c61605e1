import type { Known } from './kinds';

/** What was answered with success, as far as it bears on what may be gone. */
export class Journal {
  readonly known: Known[] = [];
  /** Everything that an entity ever lay in, or was asked to lie in. */
  private readonly above = new Map<string, Set<string>>();
  private readonly placed = new Map<string, { readonly parent: string | undefined; readonly asked: number }>();
  private readonly removed = new Map<string, number>();
  readonly answers = new Map<string, number>();

  made(one: Known, parents: readonly string[]): void {
    this.known.push(one);
    this.mayLieIn(one.id, parents);
  }

  mayLieIn(id: string, parents: readonly string[]): void {
    const above = this.above.get(id) ?? new Set<string>();
    for (const parent of parents) above.add(parent);
    this.above.set(id, above);
  }

  /** The last move that was answered with success. `asked`: when it was sent. */
  moved(id: string, parent: string | undefined, asked: number): void {
    this.placed.set(id, { parent, asked });
  }

  /** Those of which no answer says that they were removed themselves. */
  left(): Known[] {
    return this.known.filter(({ id }) => !this.removed.has(id));
  }

  removedForGood(id: string): void {
    this.removed.set(id, performance.now());
  }

  count(what: string): void {
    this.answers.set(what, (this.answers.get(what) ?? 0) + 1);
  }

  /** Entities of which no answer says that they, or what they lay in after their last move, were removed for good. */
  lost(there: ReadonlySet<string>): Known[] {
    return this.known.filter(({ id }) => !there.has(id) && !this.mayBeGone(id));
  }

  private mayBeGone(id: string): boolean {
    const { parent, asked } = this.placed.get(id) ?? { parent: undefined, asked: 0 };
    const isMoved = this.placed.has(id);
    const above = isMoved
      ? this.reach(parent === undefined ? [] : [parent])
      : this.reach([...(this.above.get(id) ?? [])]);
    return [id, ...above].some((one) => (this.removed.get(one) ?? -1) >= asked);
  }

  private reach(from: readonly string[]): Set<string> {
    const found = new Set(from);
    for (const id of found) for (const parent of this.above.get(id) ?? []) found.add(parent);
    return found;
  }
}
