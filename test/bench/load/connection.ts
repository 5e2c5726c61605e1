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

/**
 * One HTTP/1.1 connection that asks one thing at a time. It understands what our two servers send (a Content-Length, no
 * chunks) and nothing more: on two cores every microsecond of the generator is one that the server lacks.
 */
export class Connection {
  private rest: Buffer | undefined;

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
    const data = this.rest ? Buffer.concat([this.rest, chunk]) : chunk;
    const headEnd = data.indexOf(HEAD_END);
    if (headEnd < 0) {
      this.rest = data;
      return;
    }
    const head = data.toString('latin1', 0, headEnd);
    const status = Number(head.slice(STATUS_FROM, STATUS_TO));
    const length = status === NOT_MODIFIED ? 0 : Number(LENGTH.exec(head)?.[1] ?? NaN);
    const from = headEnd + HEAD_END.length;
    if (Number.isNaN(length)) this.onFailure(new Error(`an answer without Content-Length: ${head}`));
    else if (data.length < from + length) this.rest = data;
    else {
      this.rest = undefined;
      this.onAnswer({ status, etag: ETAG.exec(head)?.[1], body: data.subarray(from, from + length) }, this);
    }
  }
}
