import { Client, type ClientConfig } from 'pg';

/**
 * Does work by a connection of its own, which ends with it, however that ends.
 *
 * @param config whereto, and within which times
 * @returns the result of the work
 * @throws what the connection or the work fails with
 */
export async function withClient<T>(config: ClientConfig, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client(config);
  // Without a listener a connection that is cut between two statements would end the process. The next statement fails.
  client.on('error', () => undefined);
  try {
    await client.connect();
    return await work(client);
  } finally {
    await client.end().catch(() => undefined);
  }
}
