import type { Duplex } from 'node:stream';
import { SourceError } from '../reason';

/** How a protocol announces the length of what comes. */
export interface Framing {
  /** Bytes before the body of each part of a message. */
  readonly headerBytes: number;
  /** The length of the body, by its header. */
  bodyBytes(header: Buffer): number;
  /** Whether the message goes on in a further part, by the length of a body. */
  goesOn(bodyBytes: number): boolean;
}

/** Most bytes of a message that is no result: greetings, errors, the names of columns. */
const OWN_BYTES = 1024 * 1024;

/**
 * A limit of the bytes of one message of a server, which is asked when a message announces its length: drivers buffer all of a message, and
 * make a text of it, before anybody can look at it. A line whose server announces more is cut, with the reason `tooLarge`.
 */
export class MessageLimit {
  private resultBytes = 0;
  private readonly header: Buffer;
  private headerBytes = 0;
  private left = 0;
  private message = 0;
  private goesOn = false;
  private exceeded = false;

  constructor(private readonly framing: Framing) {
    this.header = Buffer.alloc(framing.headerBytes);
  }

  /** Whether the line was cut. */
  get wasExceeded(): boolean {
    return this.exceeded;
  }

  /** The limit from the next message on. @param resultBytes most bytes of a result, of which a row has all at most */
  expect(resultBytes: number): void {
    this.resultBytes = resultBytes;
  }

  /** Watches what comes over a line, from now on. */
  watch(stream: Duplex): void {
    stream.on('data', (chunk: Buffer) => {
      if (this.exceeded || this.allows(chunk)) return;
      this.exceeded = true;
      const message = `A message of the server has more than ${Math.max(this.resultBytes, OWN_BYTES)} bytes`;
      stream.destroy(new SourceError({ reason: 'tooLarge', message }));
    });
  }

  private allows(chunk: Buffer): boolean {
    for (let at = 0; at < chunk.length;) {
      if (this.left > 0) {
        const taken = Math.min(this.left, chunk.length - at);
        this.left -= taken;
        at += taken;
      } else {
        this.header[this.headerBytes++] = chunk[at++]!;
        if (this.headerBytes === this.header.length && !this.begins()) return false;
      }
    }
    return true;
  }

  /** @returns whether the part that begins may come */
  private begins(): boolean {
    this.headerBytes = 0;
    this.left = Math.max(0, this.framing.bodyBytes(this.header));
    this.message = this.left + (this.goesOn ? this.message : 0);
    this.goesOn = this.framing.goesOn(this.left);
    return this.message <= this.resultBytes + OWN_BYTES;
  }
}
