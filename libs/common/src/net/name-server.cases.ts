import { createSocket, type RemoteInfo, type Socket } from 'node:dgram';
import { once } from 'node:events';

const HEADER_BYTES = 12;
const OF_TYPE = { 1: 'A', 28: 'AAAA' } as const;
const NO_SUCH_NAME = 3;

/** The reply of a test's server to a name: IPv4 addresses, a code of RFC 1035, or nothing at all. */
type Reply = readonly string[] | number | 'silence';

/** A name server on loopback that answers as a test wants, and counts what it is asked. */
export class NameServer {
  /** Each question as it came, such as `A slow.example`. */
  readonly asked: string[] = [];
  /** Default: no name is known. */
  reply: (name: string) => Reply = () => NO_SUCH_NAME;
  private readonly waiting: { readonly count: number; readonly wake: () => void }[] = [];

  private constructor(private readonly socket: Socket) {
    socket.on('message', (query, from) => this.take(query, from));
  }

  static async start(): Promise<NameServer> {
    const socket = createSocket('udp4');
    socket.bind(0, '127.0.0.1');
    await once(socket, 'listening');
    return new NameServer(socket);
  }

  /** The address as resolvers name it. */
  get address(): string {
    return `127.0.0.1:${this.socket.address().port}`;
  }

  /** The names that were asked for, each once. */
  get names(): string[] {
    return [...new Set(this.asked.map((question) => question.split(' ')[1]!))];
  }

  /** Until so many names were asked for. */
  async untilNames(count: number): Promise<void> {
    if (this.names.length < count) await new Promise<void>((wake) => this.waiting.push({ count, wake }));
  }

  async stop(): Promise<void> {
    await new Promise<void>((resolve) => this.socket.close(resolve));
  }

  private take(query: Buffer, from: RemoteInfo): void {
    let at = HEADER_BYTES;
    const labels: string[] = [];
    for (let length = query[at]!; length > 0; length = query[at]!) {
      labels.push(query.toString('latin1', at + 1, at + 1 + length));
      at += 1 + length;
    }
    const type = query.readUInt16BE(at + 1);
    const name = labels.join('.').toLowerCase();
    this.asked.push(`${OF_TYPE[type as keyof typeof OF_TYPE] ?? type} ${name}`);
    for (const { count, wake } of this.waiting) if (this.names.length >= count) wake();
    const reply = this.reply(name);
    if (reply === 'silence') return;
    this.socket.send(answerTo(query.subarray(0, at + 5), type, reply), from.port, from.address);
  }
}

/** @param query up to the end of its question */
function answerTo(query: Buffer, type: number, reply: Exclude<Reply, 'silence'>): Buffer {
  const code = typeof reply === 'number' ? reply : 0;
  const found = typeof reply === 'number' || type !== 1 ? [] : reply;
  const head = Buffer.from(query);
  head.writeUInt16BE(0x8180 | code, 2);
  for (const [at, count] of [1, found.length, 0, 0].entries()) head.writeUInt16BE(count, 4 + 2 * at);
  // The name of the question, A, IN, for no time, four bytes.
  const record = [0xc0, HEADER_BYTES, 0, 1, 0, 1, 0, 0, 0, 0, 0, 4];
  return Buffer.concat([head, ...found.map((one) => Buffer.from([...record, ...one.split('.').map(Number)]))]);
}
