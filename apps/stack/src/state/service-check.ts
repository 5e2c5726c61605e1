import { get } from 'node:http';
import { setTimeout as delay } from 'node:timers/promises';
import { createServer } from 'node:net';
import { severalHosts } from '@app/common';
import { withClient } from '@app/embedded';
import { StackError } from './stack-error';

/** A part that does not answer in this time, in ms, is not ready. */
export const ANSWER_LIMIT_MS = 2_000;
const POLL_MS = 50;

/** The status of a part by its `/readyz`: `down` when nothing listens there. */
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

/** Looks at the database at the URL, at any of its hosts; null when it does not answer. */
export async function inspectDatabase(url: string): Promise<{ readonly hasQueue: boolean } | null> {
  const urls = severalHosts(url)?.hosts.map((host) => host.url) ?? [url];
  return Promise.any(urls.map(inspectHost)).catch(() => null);
}

async function inspectHost(url: string): Promise<{ readonly hasQueue: boolean }> {
  const limits = { connectionTimeoutMillis: ANSWER_LIMIT_MS, query_timeout: ANSWER_LIMIT_MS };
  // The schema of BullMQ's PostgreSQL backend.
  const { rows } = await withClient({ connectionString: url, ...limits }, (client) =>
    client.query<{ found: boolean }>("SELECT to_regnamespace('bullmq') IS NOT NULL AS found"),
  );
  return { hasQueue: rows[0]?.found === true };
}

/** The parts of a stack that was killed end within this time and give their port back. */
const PREDECESSOR_LIMIT_MS = 10_000;
const PORT_POLL_MS = 100;

/** Null when a server can listen there, else why not, such as `EADDRINUSE`. */
export function whyNotFree(host: string, port: number): Promise<string | null> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', (error: NodeJS.ErrnoException) => resolve(error.code ?? error.message));
    server.listen({ host, port, exclusive: true }, () => server.close(() => resolve(null)));
  });
}

/** Waits for a predecessor to give the port back; then throws an error that names the setting to change. */
export async function untilPortFree(
  host: string,
  port: number,
  ended: AbortSignal,
  print: (line: string) => void,
): Promise<void> {
  const deadline = Date.now() + PREDECESSOR_LIMIT_MS;
  for (let first = true; ; first = false) {
    const obstacle = await whyNotFree(host, port);
    if (obstacle === null || ended.aborted) return;
    if (obstacle !== 'EADDRINUSE') throw new StackError(`Cannot listen on HOST ${host}, PORT ${port}: ${obstacle}.`);
    if (Date.now() > deadline)
      throw new StackError(`PORT ${port} of ${host} is taken by another program: set another PORT.`);
    if (first) print(`PORT ${port} is taken; it is waited for up to ${PREDECESSOR_LIMIT_MS / 1000} s`);
    await delay(PORT_POLL_MS);
  }
}
