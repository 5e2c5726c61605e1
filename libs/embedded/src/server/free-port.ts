import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { randomInt } from 'node:crypto';
import { createServer } from 'node:net';

/** Below those that systems give to outgoing connections (Linux from 32,768, others from 49,152), which take a port unasked. */
const FROM = 20_000;
const TO = 32_768;
const TRIES = 100;

/**
 * A TCP port of the loopback address that is free, and that no process that asks here is given as long as this one lives: a server
 * starts seconds after its port was chosen. The UDP port of the same number is the reservation; the system lets go of it when the
 * process ends.
 *
 * @throws {Error} where none is found
 */
export async function freePort(host = '127.0.0.1'): Promise<number> {
  for (let tried = 0; tried < TRIES; tried++) {
    const port = randomInt(FROM, TO);
    if ((await reserve(port, host)) && (await isFree(port, host))) return port;
  }
  throw new Error(`No port of ${host} from ${FROM} to ${TO - 1} is free: ${TRIES} were tried`);
}

async function reserve(port: number, host: string): Promise<boolean> {
  const socket = createSocket('udp4').unref();
  try {
    socket.bind({ port, address: host, exclusive: true });
    await once(socket, 'listening');
    return true;
  } catch {
    socket.close();
    return false;
  }
}

function isFree(port: number, host: string): Promise<boolean> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(false));
    server.listen(port, host, () => server.close(() => resolve(true)));
  });
}
