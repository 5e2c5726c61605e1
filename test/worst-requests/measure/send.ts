import { Agent, request, type ClientRequest, type IncomingMessage } from 'node:http';
import { setImmediate as turn } from 'node:timers/promises';
import type { WorstRequest } from './request';

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 });
/** An API that is held that long answers nobody. */
const MOST_WAIT_MS = 60_000;
/** An answer is looked for after each piece, since a body of one piece is written to its end before anything is read. */
const PIECE_BYTES = 256 * 1024;
/** What a write meets whose reader has closed the connection. */
const CLOSED_BY_READER = new Set(['EPIPE', 'ECONNRESET']);

/**
 * The connection was closed while the body was still being sent, before its answer was read: a refusal, such as 413, whose text
 * the closing overtook. An API that has ended looks the same here; its probe tells.
 */
export const REFUSED_EARLY = 'refused early';

/** Sends a request and reads its answer to the end; the status, or the reason why there is none. */
export function send(
  baseUrl: string,
  token: string,
  { method, path, headers, body }: WorstRequest,
): Promise<number | string> {
  return new Promise((resolve) => {
    let status: number | undefined;
    let isSent = false;
    const end = (reason: string) => resolve(status ?? reason);
    const bytes = body === undefined ? undefined : Buffer.from(body);
    const length = bytes && { 'content-length': bytes.length };
    const options = {
      method,
      agent: AGENT,
      headers: { authorization: `Bearer ${token}`, ...length, ...headers },
      timeout: MOST_WAIT_MS,
    };
    const sent = request(baseUrl + path, options, (answer: IncomingMessage) => {
      status = answer.statusCode;
      answer
        .on('end', () => end(''))
        .on('error', () => end(''))
        // What is left of a body that has its answer is not sent, and the connection is of no more use.
        .on('close', () => isSent || sent.destroy())
        .resume();
    });
    sent.on('error', ({ code, message }: NodeJS.ErrnoException) =>
      end(!isSent && CLOSED_BY_READER.has(code ?? '') ? REFUSED_EARLY : (code ?? message)),
    );
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${MOST_WAIT_MS / 1000} s`)));
    sent.on('close', () => end('closed'));
    void write(sent, bytes, () => status !== undefined).then((whole) => (isSent = whole));
  });
}

/** Writes the body piece by piece until it is whole or has its answer; whether it was sent as a whole. */
async function write(sent: ClientRequest, body: Buffer | undefined, isAnswered: () => boolean): Promise<boolean> {
  const over = Promise.race([
    new Promise((done) => sent.once('response', done)),
    new Promise((done) => sent.once('close', done)),
  ]);
  for (let at = 0; body && at < body.length; at += PIECE_BYTES) {
    if (isAnswered() || sent.destroyed) return false;
    if (!sent.write(body.subarray(at, at + PIECE_BYTES))) await drained(sent, over);
    await turn();
  }
  sent.end();
  return true;
}

/** Until there is room for more, or nobody takes it any longer. */
async function drained(sent: ClientRequest, over: Promise<unknown>): Promise<void> {
  let drain: () => void = () => undefined;
  await Promise.race([over, new Promise<void>((done) => sent.once('drain', (drain = done)))]);
  sent.off('drain', drain);
}
