import { Client } from 'pg';
import { startFarewellServer } from '../../support/farewell-server';
import { outliveLostConnections } from '../../../libs/database/src/lost-connections';

describe('a server that says farewell with its greeting', () => {
  it('ends no process: who uses the connection is told', async () => {
    outliveLostConnections();
    const server = await startFarewellServer(0);
    const client = new Client({ connectionString: server.url });
    await client.connect();
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/i);
    server.close();
  });
});
