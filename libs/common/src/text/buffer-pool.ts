/**
 * Buffers of work that is over in a moment, used again. A buffer of some hundred KiB for each request has the collector of garbage walk
 * through all that lives a hundred times as often as what requests leave behind by themselves.
 */
export class BufferPool {
  private readonly free: Buffer[] = [];

  /** @param limits maximum number of pooled buffers, and maximum bytes of each */
  constructor(private readonly limits: { readonly buffers: number; readonly bytes: number }) {}

  /** A buffer of at least that many bytes, with arbitrary content. */
  take(bytes: number): Buffer {
    const at = this.free.findIndex(({ length }) => length >= bytes);
    return at < 0 ? Buffer.allocUnsafe(bytes) : (this.free.splice(at, 1)[0] as Buffer);
  }

  /** Returns an unreferenced buffer to the pool. The larger ones are retained. */
  give(buffer: Buffer): void {
    if (buffer.length > this.limits.bytes) return;
    this.free.push(buffer);
    this.free.sort((one, other) => one.length - other.length);
    if (this.free.length > this.limits.buffers) this.free.shift();
  }
}
