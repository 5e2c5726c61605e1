import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections (Linux from 32,768, others from 49,152), which take a port unasked. */
const FROM = 20_000;
const TO = 32_768;
const TRIES = 100;

const handedOut = new Set<number>();

/**
 * A port of the loopback address that is free at this moment, and was not handed out by this process before; another process may
 * take it before you do, which is one case in ten thousand.
 *
 * @throws {Error} where none is found
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  if (handedOut.size > (TO - FROM) / 2) handedOut.clear();
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FROM, TO);
    if (handedOut.has(port)) continue;
    handedOut.add(port);
    if (await isFree(port, host)) return port;
  }
  throw new Error(`No port of ${host} from ${FROM} to ${TO - 1} is free: ${TRIES} were tried`);
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
