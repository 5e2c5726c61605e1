import { Agent, request } from 'node:http';
import type { IncomingMessage } from 'node:http';
import type { WorstRequest } from './request';

const AGENT = new Agent({ keepAlive: true, maxSockets: 1 });
/** An API that is held that long answers nobody. */
const MOST_WAIT_MS = 60_000;

/** Sends a request and reads its answer to the end; the status, or the reason why there is none. */
export function send(
  baseUrl: string,
  token: string,
  { method, path, headers, body }: WorstRequest,
): Promise<number | string> {
  return new Promise((resolve) => {
    let status: number | undefined;
    const end = (reason: string) => resolve(status ?? reason);
    const options = {
      method,
      agent: AGENT,
      headers: { authorization: `Bearer ${token}`, ...headers },
      timeout: MOST_WAIT_MS,
    };
    const sent = request(baseUrl + path, options, (answer: IncomingMessage) => {
      status = answer.statusCode;
      answer
        .on('end', () => end(''))
        .on('error', () => end(''))
        .resume();
    });
    // Who refuses early closes while the body is still being sent: what was said counts.
    sent.on('error', (error: NodeJS.ErrnoException) => end(error.code ?? error.message));
    sent.on('timeout', () => sent.destroy(new Error(`no answer in ${MOST_WAIT_MS / 1000} s`)));
    sent.on('close', () => end('closed'));
    sent.end(body);
  });
}
