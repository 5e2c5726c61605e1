/**
 * Remembers what was made of texts of which the same come again and again, up to so many of them. Where one more does not fit, all are
 * forgotten.
 */
export class KnownValues<Value> {
  private readonly known = new Map<string, Value>();

  /** @param longest texts of more UTF-16 units are not stored */
  constructor(
    private readonly most: number,
    private readonly longest: number,
  ) {}

  /** @param make what is to be made of the text, from the text alone: the same value is given to all */
  of(text: string, make: () => Value): Value {
    if (text.length > this.longest) return make();
    const before = this.known.get(text);
    if (before !== undefined) return before;
    const made = make();
    if (this.known.size >= this.most) this.known.clear();
    this.known.set(text, made);
    return made;
  }
}
