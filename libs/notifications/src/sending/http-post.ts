import { Agent as HttpAgent, request as requestHttp, type IncomingMessage } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { JoinedSignal } from '@app/common';
import type { AddressGuard } from './address-guard';

/** From the look-up of the name to the end of the answer, in ms. */
const LONGEST_MS = 10_000;
/** Bytes of an answer that are read; its content is not looked at. */
const MOST_READ = 64 * 1024;
/** The longest pause that a receiver may ask for, in ms. */
const LONGEST_PAUSE_MS = 60 * 60_000;

export interface PostAnswer {
  readonly status: number;
  /** The pause that the receiver asks for, in ms. */
  readonly retryAfterMs?: number;
}

/** On whose behalf something is sent. */
export interface Errand {
  /** Such as a user's id: names are looked up within its limits. */
  readonly principal: string;
  readonly stopping?: AbortSignal;
}

interface Post {
  readonly url: URL;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly principal: string;
  readonly signal: AbortSignal;
}

/** Posts to receivers that anybody may name: only to addresses that the guard lets pass, and never to where a receiver sends us on. */
export class HttpPost {
  private readonly agents: { readonly 'http:': HttpAgent; readonly 'https:': HttpsAgent };

  constructor(
    private readonly guard: AddressGuard,
    private readonly longestMs = LONGEST_MS,
  ) {
    this.agents = { 'http:': new HttpAgent({ keepAlive: true }), 'https:': new HttpsAgent({ keepAlive: true }) };
  }

  /**
   * @throws {AppError} TOO_MANY_REQUESTS where too many names are looked up
   * @throws {Error} where there is no answer: the address is not allowed, the connection is refused, or it took too long
   */
  async send(
    url: URL,
    headers: Record<string, string>,
    body: string,
    { principal, stopping }: Errand,
  ): Promise<PostAnswer> {
    this.guard.requireHost(url);
    const limit = AbortSignal.timeout(this.longestMs);
    const stop = new JoinedSignal(stopping ? [limit, stopping] : [limit]);
    try {
      return await this.exchange({ url, headers, body, principal, signal: stop.signal });
    } catch (error) {
      if (limit.aborted) throw new Error(`no answer within ${this.longestMs} ms`, { cause: error });
      throw error;
    } finally {
      stop.release();
    }
  }

  close(): void {
    this.agents['http:'].destroy();
    this.agents['https:'].destroy();
  }

  private exchange(post: Post): Promise<PostAnswer> {
    const { url, headers, body, principal, signal } = post;
    const isPlain = url.protocol === 'http:';
    return new Promise((resolve, reject) => {
      const request = (isPlain ? requestHttp : requestHttps)(url, {
        method: 'POST',
        agent: isPlain ? this.agents['http:'] : this.agents['https:'],
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        lookup: this.guard.lookupFor(principal),
        signal,
      });
      request.once('error', (error) => {
        // The receiver closed a kept-alive connection, before it saw the request.
        const isStale = request.reusedSocket && (error as NodeJS.ErrnoException).code === 'ECONNRESET';
        if (isStale && !signal.aborted) this.exchange(post).then(resolve, reject);
        else reject(error);
      });
      request.once('response', (response) => void readOut(response).then(() => resolve(answerOf(response)), reject));
      request.end(body);
    });
  }
}

async function readOut(response: IncomingMessage): Promise<void> {
  let read = 0;
  for await (const piece of response) {
    read += (piece as Buffer).length;
    // Leaving the loop closes the connection.
    if (read > MOST_READ) return;
  }
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): PostAnswer {
  const asked = headers['retry-after'];
  const pause = asked && (/^\d{1,9}$/.test(asked) ? Number(asked) * 1_000 : Date.parse(asked) - Date.now());
  const isPause = typeof pause === 'number' && pause > 0;
  return { status: statusCode, ...(isPause && { retryAfterMs: Math.min(pause, LONGEST_PAUSE_MS) }) };
}
