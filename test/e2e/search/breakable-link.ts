import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** A server that is away from `cut` to `mend`. */
export interface BreakableServer {
  readonly url: string;
  cut(): Promise<void>;
  mend(): Promise<void>;
  close(): Promise<void>;
}

/** A way to a server that can be cut and mended: for the process that uses it the server is away. */
export class BreakableLink implements BreakableServer {
  private server: Server | undefined;
  private readonly open = new Set<Socket>();
  private port = 0;

  private constructor(private readonly target: URL) {}

  static async to(url: string): Promise<BreakableLink> {
    const link = new BreakableLink(new URL(url));
    await link.mend();
    return link;
  }

  get url(): string {
    return `http://127.0.0.1:${this.port}`;
  }

  async mend(): Promise<void> {
    const server = createServer((near) => this.join(near));
    server.listen(this.port, '127.0.0.1');
    await once(server, 'listening');
    this.port = (server.address() as AddressInfo).port;
    this.server = server;
  }

  async cut(): Promise<void> {
    const { server } = this;
    this.server = undefined;
    for (const socket of this.open) socket.destroy();
    if (server) await new Promise((closed) => server.close(closed));
  }

  close(): Promise<void> {
    return this.cut();
  }

  private join(near: Socket): void {
    const far = connect(Number(this.target.port), this.target.hostname);
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      this.open.add(one);
      one.on('error', () => undefined);
      one.on('close', () => {
        this.open.delete(one);
        other.destroy();
      });
      one.pipe(other);
    }
  }
}
