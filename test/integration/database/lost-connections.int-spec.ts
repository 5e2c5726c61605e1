import type { QueueSettings } from '@app/queue';
import { startFarewellServer } from '../../support/farewell-server';
import { ResilientClient } from '../../../libs/database/src/resilient-client';
import { postgresBackend } from '../../../libs/queue/src/bullmq-internals';
import { postgresConnection } from '../../../libs/queue/src/connection';

describe('a server that ends a session with its greeting', () => {
  it('does not end the process: the next statement fails', async () => {
    const server = await startFarewellServer(0);
    const client = new ResilientClient({ connectionString: server.url });
    await client.connect();
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/i);
    server.close();
  });

  it('does not end the process where BullMQ is connected: its pool and its listener are made of such classes', () => {
    const settings = { databaseUrl: 'postgres://u@127.0.0.1:1/d' } as QueueSettings;
    const { connection } = postgresBackend('jobs', { connection: postgresConnection(settings, 1, 'sent again') });
    const { pool, pgModule } = connection as unknown as Record<'pool' | 'pgModule', { Client: { prototype: unknown } }>;
    for (const { Client } of [pool, pgModule]) expect(Client.prototype).toBeInstanceOf(ResilientClient);
  });
});
