import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Limits the connections whose request head is incomplete; the oldest is closed first. A client that opens thousands
 * of connections and sends little or nothing loses its own connections.
 */
export class HeadGuard {
  /** Connections without a request in progress, oldest first, and the bytes that they had received by then. */
  private readonly waiting = new Map<Socket, number>();

  constructor(private readonly limit: number) {}

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // A new connection counts as having an incomplete head before its first byte.
      this.waiting.set(socket, -1);
      socket.once('close', () => this.waiting.delete(socket));
      if (this.waiting.size > this.limit) this.dropOldest();
    });
    const { waiting } = this;
    // One function for all answers, and no `once`: this is the way of each request.
    function answered(this: ServerResponse): void {
      const { socket } = this.req;
      if (!socket.destroyed) waiting.set(socket, socket.bytesRead);
    }
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      waiting.delete(socket);
      response.on('close', answered);
    });
  }

  /** Connections that are idle between two requests do not count. */
  private dropOldest(): void {
    const owing = [...this.waiting].filter(([socket, bytes]) => socket.bytesRead > bytes);
    for (const [socket] of owing.slice(0, Math.max(0, owing.length - this.limit))) socket.destroy();
  }
}
