import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { RunningService, SHARED_SERVICES } from './running-service';

/**
 * Serves each Jest worker the address of a running service of its own, started when a suite first asks. They live in the process of
 * the run, since nothing that a suite starts outlives it. Suites of one worker run one after the other: none shares with another at
 * the same time.
 * @returns what ends them all
 */
export async function offerSharedServices(): Promise<() => Promise<void>> {
  const services = new Map<string, Promise<RunningService>>();
  const server = createServer((request, response) => {
    const worker = request.url ?? '/';
    const service = services.get(worker) ?? RunningService.start();
    services.set(worker, service);
    // A suite may ask a minute after the one before it: by then the server has closed a connection that was kept, unseen by who uses it.
    response.setHeader('connection', 'close');
    service.then(
      ({ environment }) => response.end(JSON.stringify(environment)),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  process.env[SHARED_SERVICES] = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return async () => {
    server.close();
    server.closeAllConnections();
    // One that did not start has ended what it had started.
    const ends = [...services.values()].map((service) =>
      service.then(
        (started) => started.stop(),
        () => undefined,
      ),
    );
    await Promise.all(ends);
  };
}
