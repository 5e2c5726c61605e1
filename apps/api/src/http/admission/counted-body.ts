import { Transform } from 'node:stream';
import type { TransformCallback } from 'node:stream';

/**
 * Passes on a body whose length nobody has told, once there is room for what it has brought. It stands behind whatever unpacks a
 * body, so that unpacked bytes are counted.
 */
export class CountedBody extends Transform {
  constructor(private readonly admit: (bytes: number) => Promise<void>) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.admit(chunk.length).then(() => done(null, chunk), done);
  }
}
