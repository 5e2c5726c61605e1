/** Slots: active requests, and the start time in ms of the last one, truncated to 31 bits. */
const UNDER_WAY = 0;
const LAST = 1;
const BITS = 0x7fffffff;

/**
 * Whether other requests are active, in memory that the service shares with the export thread, which yields to them.
 * Request handling reports its activity here.
 */
export class OthersServed {
  constructor(readonly memory = new Int32Array(new SharedArrayBuffer(8))) {}

  begin(): void {
    Atomics.add(this.memory, UNDER_WAY, 1);
    Atomics.store(this.memory, LAST, Date.now() & BITS);
  }

  end(): void {
    Atomics.sub(this.memory, UNDER_WAY, 1);
  }

  get underWay(): number {
    return Atomics.load(this.memory, UNDER_WAY);
  }

  /** Whether another request was active within the last `within` ms. */
  isServing(within: number): boolean {
    return this.underWay > 0 || ((Date.now() - Atomics.load(this.memory, LAST)) & BITS) < within;
  }
}
