import { Transform, type TransformCallback } from 'node:stream';

/**
 * Passes on a body of unknown length once there is room for the bytes received. It comes after decompression, so that
 * decompressed bytes are counted.
 */
export class CountedBody extends Transform {
  /** Bytes as they were sent, 0 for a body that is not packed: Fastify compares them with Content-Length. */
  receivedEncodedLength = 0;

  constructor(private readonly admit: (bytes: number) => Promise<void>) {
    super();
  }

  override _transform(chunk: Buffer, _encoding: BufferEncoding, done: TransformCallback): void {
    this.admit(chunk.length).then(() => done(null, chunk), done);
  }
}
