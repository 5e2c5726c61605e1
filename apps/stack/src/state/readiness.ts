import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';

/** A part that accepts the connection but does not answer in this time is not ready. */
const ANSWER_LIMIT_MS = 2_000;
const POLL_MS = 50;

/** What `/readyz` of a part says: `down` when nobody listens there. */
export type Readiness = 'ready' | 'starting' | 'down';

/** Asks `<url>/readyz` once. */
export function readiness(url: string): Promise<Readiness> {
  return new Promise((resolve) => {
    const request = get(`${url}/readyz`, { agent: false, timeout: ANSWER_LIMIT_MS }, (response) => {
      response.resume();
      resolve(response.statusCode === 200 ? 'ready' : 'starting');
    });
    request.once('timeout', () => request.destroy(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })));
    request.once('error', (error: NodeJS.ErrnoException) =>
      resolve(error.code === 'ECONNREFUSED' ? 'down' : 'starting'),
    );
  });
}

/** Resolves with true when the part is ready, with false when the signal ends the waiting. The URL may change meanwhile. */
export async function untilReady(url: () => string, ended: AbortSignal): Promise<boolean> {
  while (!ended.aborted) {
    if ((await readiness(url())) === 'ready') return true;
    await delay(POLL_MS);
  }
  return false;
}
