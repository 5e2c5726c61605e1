import { Client, type ClientConfig } from 'pg';
import { offerRowBytes } from './rows/row-bytes';

/**
 * A connection whose loss does not end the process. pg emits `error` for a connection that is lost while no statement runs, and Node
 * ends a process in which nothing listens for it. Pools listen while a connection is idle and TypeORM while it uses one, but not all
 * do between two statements or while a connection is handed over, and BullMQ only after it has connected: a server that ends sessions
 * that have just begun sends its greeting and its termination in one packet. The next statement fails and reports the loss.
 */
export class ResilientClient extends Client {
  constructor(config?: string | ClientConfig) {
    super(config);
    this.on('error', () => undefined);
    offerRowBytes(this);
  }

  /**
   * Whatever is sent until the current turn of the event loop ends goes out in one packet: of a connection that sends its statements
   * without waiting for the answer to the one before (`pipeline`).
   */
  sendTogether(): void {
    const { stream } = this.connection;
    stream.cork();
    process.nextTick(() => stream.uncork());
  }
}

/** Connections that are lost within this time of each other are one outage, in ms. */
const TOGETHER_MS = 5_000;

/** For pools: tells in one line of idle connections that are lost together, as by a server that stops. */
export function lostConnections(warn: (message: string) => void): (error: Error) => void {
  let last = -Infinity;
  return ({ message }) => {
    const now = performance.now();
    if (now - last > TOGETHER_MS) warn(`idle connections were lost: ${message}`);
    last = now;
  };
}
