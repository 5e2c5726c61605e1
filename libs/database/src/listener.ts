import type { Client } from 'pg';
import { ResilientClient } from './resilient-client';

export interface Subscription {
  close(): void;
}

interface Handler {
  readonly channel: string;
  readonly handler: (payload: string) => void;
  readonly onGap: () => void;
}

/** Delay before a lost connection is reopened, in ms; doubled up to the second value. */
const RECONNECT_MS = [100, 2_000] as const;

/** One connection that listens for notifications, opened at the first subscription and again whenever it is lost. */
export class Listener {
  private readonly handlers = new Set<Handler>();
  private client: Promise<Client> | undefined;
  private closed = false;
  private retry: NodeJS.Timeout | undefined;
  /** Ends with what was sent to the connection last: it takes one statement at a time. */
  private sent: Promise<unknown> = Promise.resolve();

  constructor(private readonly url: string) {}

  async listen(channel: string, handler: (payload: string) => void, onGap: () => void): Promise<Subscription> {
    const entry = { channel, handler, onGap };
    this.handlers.add(entry);
    try {
      await this.hear(channel);
    } catch (error) {
      this.handlers.delete(entry);
      throw error;
    }
    return { close: () => void this.handlers.delete(entry) };
  }

  /** Has it connected anew. */
  renew(): void {
    this.client?.then(
      (client) => client.end(),
      () => undefined,
    );
  }

  async close(): Promise<void> {
    this.closed = true;
    clearTimeout(this.retry);
    const client = await this.client?.catch(() => undefined);
    await client?.end();
  }

  /** Those who come together wait for each other. */
  private hear(channel: string): Promise<unknown> {
    const heard = this.sent.then(async () => (await this.connected()).query(`listen "${channel}"`));
    this.sent = heard.catch(() => undefined);
    return heard;
  }

  private connected(): Promise<Client> {
    this.client ??= this.connect().catch((error: unknown) => {
      this.client = undefined;
      throw error;
    });
    return this.client;
  }

  private async connect(): Promise<Client> {
    const client = new ResilientClient({
      connectionString: this.url,
      keepAlive: true,
      application_name: 'metadata-catalog-listener',
    });
    client.on('notification', ({ channel, payload }) => this.dispatch(channel, payload ?? ''));
    await client.connect();
    client.on('end', () => this.reconnect(RECONNECT_MS[0]));
    for (const channel of new Set([...this.handlers].map((entry) => entry.channel))) {
      await client.query(`listen "${channel}"`);
    }
    return client;
  }

  private dispatch(channel: string, payload: string): void {
    for (const entry of this.handlers) if (entry.channel === channel) entry.handler(payload);
  }

  /**
   * Whatever was notified while the connection was away is lost: subscribers are notified of the gap once it is back.
   */
  private reconnect(delay: number): void {
    if (this.closed) return;
    // eslint-disable-next-line house/one-of-each-tool -- begun by the end of a connection, not by a rest
    this.retry = setTimeout(() => {
      this.client = this.connect();
      this.client.then(
        () => this.handlers.forEach((entry) => entry.onGap()),
        () => this.reconnect(Math.min(delay * 2, RECONNECT_MS[1])),
      );
    }, delay);
    this.retry.unref();
  }
}
