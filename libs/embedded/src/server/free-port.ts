import { createServer } from 'node:net';
import type { AddressInfo } from 'node:net';

/** A port of the loopback address that is free at this moment; another may take it before you do. */
export function freePort(host = '127.0.0.1'): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer();
    server.once('error', reject);
    server.listen(0, host, () => {
      const { port } = server.address() as AddressInfo;
      server.close(() => resolve(port));
    });
  });
}
