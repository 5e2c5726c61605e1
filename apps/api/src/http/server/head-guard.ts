import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Bounds the connections whose head is not complete; the oldest goes first. Who opens thousands of connections and sends
 * nothing, or a byte now and then, closes his own.
 */
export class HeadGuard {
  /** Connections without a request in work, oldest first, and the bytes that they had received by then. */
  private readonly waiting = new Map<Socket, number>();

  constructor(private readonly limit: number) {}

  watch(server: Server): void {
    server.on('connection', (socket: Socket) => {
      // A new connection owes its head even before its first byte.
      this.waiting.set(socket, -1);
      socket.once('close', () => this.waiting.delete(socket));
      if (this.waiting.size > this.limit) this.dropOldest();
    });
    server.prependListener('request', ({ socket }: IncomingMessage, response: ServerResponse) => {
      this.waiting.delete(socket);
      response.once('close', () => {
        if (!socket.destroyed) this.waiting.set(socket, socket.bytesRead);
      });
    });
  }

  /** Connections that are idle between two requests do not count: they owe nothing. */
  private dropOldest(): void {
    const owing = [...this.waiting].filter(([socket, bytes]) => socket.bytesRead > bytes);
    for (const [socket] of owing.slice(0, Math.max(0, owing.length - this.limit))) socket.destroy();
  }
}
