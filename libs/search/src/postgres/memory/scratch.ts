/** Arrays with a number for each document, used again and again: one that is made for each step of a search costs more than the step. */
export class Scratch {
  private readonly free: Float64Array[] = [];

  constructor(private readonly size: number) {}

  /** @param work is given an array of zeros, which it must not keep */
  with<Result>(work: (numbers: Float64Array) => Result): Result {
    const numbers = this.free.pop() ?? new Float64Array(this.size);
    numbers.fill(0);
    const result = work(numbers);
    this.free.push(numbers);
    return result;
  }
}
