import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** pass: bytes go through. refuse: connections are reset, old and new. hole: bytes vanish, nobody is told. */
type Weather = 'pass' | 'refuse' | 'hole';

/** What a connection is for, as its first bytes tell. */
export type Traffic = 'database' | 'queue';

interface Relayed {
  readonly kind: Traffic;
  readonly ends: readonly [Socket, Socket];
  /** Bytes of it vanished: nothing that comes later could be understood. */
  holed: boolean;
  /** Each end is being reset by itself. */
  isReset: boolean;
}

/** By this name BullMQ's own connections to PostgreSQL are known; it stands in their first message. */
const QUEUE_ON_POSTGRES = 'metadata-catalog-queue';

/** A wire that a test can cut, slow down and swallow, between one process and a server. Clients speak first. */
export class TcpProxy {
  private readonly relayed = new Set<Relayed>();
  private readonly weather = new Map<Traffic, Weather>();
  private delayMs = 0;

  private constructor(
    private readonly server: Server,
    private readonly target: number,
    private readonly only?: Traffic,
  ) {}

  /** @param only what all of its traffic is; without it connections of the queue are known by their first bytes */
  static async to(target: number, only?: Traffic): Promise<TcpProxy> {
    const server = createServer();
    const proxy = new TcpProxy(server, target, only);
    server.on('connection', (client) => proxy.accept(client));
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return proxy;
  }

  get port(): number {
    return (this.server.address() as AddressInfo).port;
  }

  /** Connections of that kind that stand. */
  open(kind: Traffic): number {
    return [...this.relayed].filter((one) => one.kind === kind).length;
  }

  /** Resets what stands, and whatever comes till `heal`. */
  cut(...kinds: Traffic[]): void {
    for (const kind of kinds) this.weather.set(kind, 'refuse');
    this.reset((one) => kinds.includes(one.kind));
  }

  /** Swallows every byte till `heal`: a server that is there and does not answer. */
  swallow(...kinds: Traffic[]): void {
    for (const kind of kinds) this.weather.set(kind, 'hole');
  }

  /** Holds back every piece for that long, both ways; 0 ends it. */
  delay(ms: number): void {
    this.delayMs = ms;
  }

  heal(): void {
    this.weather.clear();
    this.delayMs = 0;
    this.reset((one) => one.holed);
  }

  async close(): Promise<void> {
    this.reset(() => true);
    await new Promise((closed) => this.server.close(closed));
  }

  private accept(client: Socket): void {
    client.on('error', () => client.destroy());
    client.once('data', (first: Buffer) => {
      const kind = this.only ?? (first.includes(QUEUE_ON_POSTGRES) ? 'queue' : 'database');
      if (this.weather.get(kind) === 'refuse') return void client.resetAndDestroy();
      this.relay(kind, client, first);
    });
  }

  private relay(kind: Traffic, client: Socket, first: Buffer): void {
    const server = connect(this.target, '127.0.0.1');
    server.on('error', () => server.destroy());
    const one: Relayed = { kind, ends: [client, server], holed: false, isReset: false };
    this.relayed.add(one);
    for (const end of one.ends) end.setNoDelay(true);
    for (const end of one.ends) end.once('close', () => this.forget(one));
    this.pass(one, server, first);
    client.on('data', (bytes: Buffer) => this.pass(one, server, bytes));
    server.on('data', (bytes: Buffer) => this.pass(one, client, bytes));
  }

  private pass(one: Relayed, to: Socket, bytes: Buffer): void {
    if (this.weather.get(one.kind) === 'hole') one.holed = true;
    else if (this.delayMs > 0) setTimeout(() => !to.destroyed && to.write(bytes), this.delayMs);
    else if (!to.destroyed) to.write(bytes);
  }

  private reset(which: (one: Relayed) => boolean): void {
    for (const one of this.relayed) {
      if (!which(one) || one.isReset) continue;
      one.isReset = true;
      for (const end of one.ends) resetEnd(end);
    }
  }

  private forget(one: Relayed): void {
    this.relayed.delete(one);
    if (!one.isReset) for (const end of one.ends) end.destroy();
  }
}

/**
 * Node ends a socket before it resets it, and where that takes longer than the next `destroy`, because bytes wait or another end
 * was said, it keeps the socket open for ever: the other side waits, and this process does not end.
 */
function resetEnd(end: Socket): void {
  if (end.writableLength > 0 || end.writableEnded) end.destroy();
  else end.resetAndDestroy();
}
