/** Short node names within one file, numbered by first occurrence, so that the same graph gives the same file. */
export class NodeNumbers {
  private readonly numbers = new Map<number, number>();

  /** The number of a node, and whether this is its first occurrence. */
  of(node: number): { readonly number: number; readonly isNew: boolean } {
    const known = this.numbers.get(node);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.numbers.size + 1;
    this.numbers.set(node, number);
    return { number, isNew: true };
  }
}
