import { createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { StackError } from './stack-error';

/** The parts of a stack that was killed end within this time and give their port back. */
const PREDECESSOR_LIMIT_MS = 10_000;
const POLL_MS = 100;

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
    await delay(POLL_MS);
  }
}
