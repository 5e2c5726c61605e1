import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of one connection that wait behind an answer; no client that reads its answers sends so many ahead. */
const MOST_WAITING = 256;

/**
 * Requests that a client sends without waiting for answers (pipelining) are worked on one after the other. Node gives all that one
 * read of the socket brings at once; their answers would wait in memory behind the first one, for as long as it is not read.
 */
export class AnswerOrder {
  /** How many requests wait now, by connection, of those on which one had to wait. */
  private readonly waiting = new WeakMap<Socket, number>();

  constructor(private readonly most = MOST_WAITING) {}

  /** Calls `go` when all answers before this one are handed to the system: at once where none is. Not at all when the connection ends. */
  enter(request: IncomingMessage, response: ServerResponse, go: () => void): void {
    // Node gives an answer its socket when it is the first in line.
    if (response.socket) go();
    else this.wait(request.socket, response, go);
  }

  private wait(socket: Socket, response: ServerResponse, go: () => void): void {
    // The rest of what was read at once is still being parsed when the connection has been ended.
    if (socket.destroyed) return;
    const before = this.waiting.get(socket) ?? this.watch(socket);
    if (before >= this.most) {
      socket.destroy();
      return;
    }
    this.waiting.set(socket, before + 1);
    socket.pause();
    // In an iteration of its own: many small answers on one connection do not block those of others.
    response.once('socket', () => setImmediate(() => this.leave(socket, go)));
  }

  private leave(socket: Socket, go: () => void): void {
    if (socket.destroyed) return;
    const left = (this.waiting.get(socket) ?? 1) - 1;
    this.waiting.set(socket, left);
    if (left === 0) socket.resume();
    go();
  }

  /** Node resumes the socket after each answer. */
  private watch(socket: Socket): number {
    socket.on('resume', () => {
      if (this.waiting.get(socket)) socket.pause();
    });
    return 0;
  }
}
