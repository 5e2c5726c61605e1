/** Short names of nodes within one file: numbers in the order in which they are met, so that the same graph gives the same file. */
export class NodeNumbers {
  private readonly numbers = new Map<number, number>();

  /** The number of a node, and whether it is met for the first time. */
  of(node: number): { readonly number: number; readonly isNew: boolean } {
    const known = this.numbers.get(node);
    if (known !== undefined) return { number: known, isNew: false };
    const number = this.numbers.size + 1;
    this.numbers.set(node, number);
    return { number, isNew: true };
  }
}
