import { once } from 'node:events';
import { connect, type Socket } from 'node:net';

/** An answer; the body is a view that the next answer may overwrite. */
export interface Answer {
  readonly status: number;
  readonly etag: string | undefined;
  readonly body: Buffer;
}

const HEAD_END = Buffer.from('\r\n\r\n');
const LENGTH = /\r\ncontent-length: *(\d+)/i;
const ETAG = /\r\netag: *([^\r]+)/i;
/** `HTTP/1.1 200`: where the status stands. */
const [STATUS_FROM, STATUS_TO] = [9, 12] as const;
const NOT_MODIFIED = 304;

/** What has come of an answer. */
interface Begun {
  readonly status: number;
  readonly etag: string | undefined;
  /** Of the body, in bytes. */
  readonly length: number;
  /** Of the body; joined once all have come. */
  readonly parts: Buffer[];
  received: number;
}

/**
 * One HTTP/1.1 connection that asks one thing at a time. It understands what our two servers send (a Content-Length, no
 * chunks) and nothing more: on two cores every microsecond of the generator is one that the server lacks.
 */
export class Connection {
  /** Of a head that has not come as a whole. */
  private rest: Buffer | undefined;
  private begun: Begun | undefined;

  private constructor(
    private readonly socket: Socket,
    private readonly onAnswer: (answer: Answer, connection: Connection) => void,
    private readonly onFailure: (error: Error) => void,
  ) {}

  static async open(
    port: number,
    onAnswer: (answer: Answer, connection: Connection) => void,
    onFailure: (error: Error) => void,
  ): Promise<Connection> {
    const socket = connect({ port, host: '127.0.0.1', noDelay: true });
    await once(socket, 'connect');
    const connection = new Connection(socket, onAnswer, onFailure);
    socket.on('data', (chunk: Buffer) => connection.receive(chunk));
    socket.on('error', onFailure);
    socket.on('end', () => onFailure(new Error('the server closed a connection')));
    return connection;
  }

  ask(request: Buffer): void {
    this.socket.write(request);
  }

  close(): void {
    this.socket.removeAllListeners().on('error', () => undefined);
    this.socket.destroy();
  }

  private receive(chunk: Buffer): void {
    const begun = this.begun ?? this.begin(this.rest ? Buffer.concat([this.rest, chunk]) : chunk);
    if (!begun) return;
    if (this.begun) {
      begun.parts.push(chunk);
      begun.received += chunk.length;
    }
    this.begun = begun;
    if (begun.received < begun.length) return;
    this.begun = undefined;
    const { status, etag, length, parts } = begun;
    const body = parts.length === 1 ? (parts[0] as Buffer).subarray(0, length) : Buffer.concat(parts, length);
    this.onAnswer({ status, etag, body }, this);
  }

  private begin(data: Buffer): Begun | undefined {
    const headEnd = data.indexOf(HEAD_END);
    this.rest = headEnd < 0 ? data : undefined;
    if (headEnd < 0) return undefined;
    const head = data.toString('latin1', 0, headEnd);
    const status = Number(head.slice(STATUS_FROM, STATUS_TO));
    const length = status === NOT_MODIFIED ? 0 : Number(LENGTH.exec(head)?.[1] ?? NaN);
    if (Number.isNaN(length)) {
      this.onFailure(new Error(`an answer without Content-Length: ${head}`));
      return undefined;
    }
    const part = data.subarray(headEnd + HEAD_END.length);
    return { status, etag: ETAG.exec(head)?.[1], length, parts: [part], received: part.length };
  }
}
