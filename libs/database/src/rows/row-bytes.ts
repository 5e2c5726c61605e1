import type { Client } from 'pg';
import { connectionOf, DriverParser } from '../connection/pg-internals';

/** PostgreSQL's message that brings a row: `D`. */
const DATA_ROW = 0x44;
const COUNT_BYTES = 2;
const LENGTH_BYTES = 4;
/** Where a column is null. */
const NULL_LENGTH = -1;
/** `t` */
const TRUE = 0x74;

/**
 * A row as PostgreSQL sends it: from `at` on the number of its columns (16 bits), and each column behind its length (32 bits, -1: null).
 * The bytes are the driver's, which writes others over them once the row was handled.
 */
export interface RowBytes {
  readonly bytes: Buffer;
  readonly at: number;
}

/** The driver's message of a row. Its columns become texts when they are asked for: a query may take the bytes instead. */
class RowMessage implements RowBytes {
  readonly name = 'dataRow';

  constructor(
    readonly bytes: Buffer,
    readonly at: number,
    readonly length: number,
  ) {}

  get fields(): (string | null)[] {
    return textsOf(this);
  }
}

function textsOf({ bytes, at }: RowBytes): (string | null)[] {
  const count = bytes.readInt16BE(at);
  const texts = new Array<string | null>(count);
  let next = at + COUNT_BYTES;
  for (let column = 0; column < count; column++) {
    const length = bytes.readInt32BE(next);
    next += LENGTH_BYTES;
    if (length === NULL_LENGTH) texts[column] = null;
    else texts[column] = bytes.toString('utf8', next, (next += length));
  }
  return texts;
}

class RowParser extends DriverParser {
  override handlePacket(offset: number, code: number, length: number, bytes: Buffer): object {
    return code === DATA_ROW ? new RowMessage(bytes, offset, length) : super.handlePacket(offset, code, length, bytes);
  }
}

/** Has rows of a client that is not connected yet come as `RowBytes`, beside what the driver makes of them. */
export function offerRowBytes(client: Client): void {
  const connection = connectionOf(client);
  connection.attachListeners = (stream): void => {
    const parser = new RowParser();
    const tell = (message: { readonly name: string }): void => {
      connection.emit(message.name === 'error' ? 'errorMessage' : message.name, message);
    };
    stream.on('data', (received: Buffer) => parser.parse(received, tell));
  };
}

/** Columns of a row by their number: where each begins and ends. One object serves all rows of an answer, one after the other. */
export class RowColumns {
  bytes!: Buffer;
  readonly starts: number[] = [];
  readonly ends: number[] = [];
  /** Bytes of all columns, the lengths before them included. */
  size = 0;

  /** @param row is looked at until the next call */
  read({ bytes, at }: RowBytes): void {
    this.bytes = bytes;
    const count = ((bytes[at] as number) << 8) | (bytes[at + 1] as number);
    let next = at + COUNT_BYTES;
    for (let column = 0; column < count; column++) {
      const length =
        ((bytes[next] as number) << 24) |
        ((bytes[next + 1] as number) << 16) |
        ((bytes[next + 2] as number) << 8) |
        (bytes[next + 3] as number);
      next += LENGTH_BYTES;
      this.starts[column] = next;
      this.ends[column] = length === NULL_LENGTH ? NULL_LENGTH : (next += length);
    }
    this.size = next - at;
  }

  isNull(column: number): boolean {
    return this.ends[column] === NULL_LENGTH;
  }

  isTrue(column: number): boolean {
    return !this.isNull(column) && this.bytes[this.starts[column] as number] === TRUE;
  }

  /** The text of a column that is not null. */
  text(column: number): string {
    return this.bytes.toString('utf8', this.starts[column], this.ends[column]);
  }

  number(column: number): number {
    const end = this.ends[column] as number;
    let value = 0;
    for (let at = this.starts[column] as number; at < end; at++) value = 10 * value + (this.bytes[at] as number) - 0x30;
    return value;
  }
}
