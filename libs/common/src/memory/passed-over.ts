/** What is not tried for a number of times, by key: where it failed once it mostly fails again. */
export class PassedOver {
  private readonly left = new Map<string, number>();

  /**
   * @param times how often a key is passed over
   * @param most keys; where there is one more, all are forgotten
   */
  constructor(
    private readonly times: number,
    private readonly most: number,
  ) {}

  add(key: string): void {
    if (!this.left.has(key) && this.left.size >= this.most) this.left.clear();
    this.left.set(key, this.times);
  }

  has(key: string): boolean {
    return this.left.has(key);
  }

  /** Whether the key is passed over this time, which counts. */
  takes(key: string): boolean {
    const left = this.left.get(key);
    if (left === undefined) return false;
    if (left > 1) this.left.set(key, left - 1);
    else this.left.delete(key);
    return true;
  }
}
