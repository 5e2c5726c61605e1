import { once } from 'node:events';
import { createServer } from 'node:net';
import type { AddressInfo, Socket } from 'node:net';
import { Client } from 'pg';
import { outliveLostConnections } from './lost-connections';

/** A message of PostgreSQL's protocol: its letter, its length, its content. */
function message(letter: string, content: string): Buffer {
  const length = Buffer.alloc(4);
  length.writeUInt32BE(4 + content.length);
  return Buffer.concat([Buffer.from(letter), length, Buffer.from(content, 'latin1')]);
}

const GREETING = Buffer.concat([message('R', '\0\0\0\0'), message('Z', 'I')]);
const FAREWELL = message('E', 'SFATAL\0C57P01\0Mterminating connection due to administrator command\0\0');

describe('a server that says farewell with its greeting', () => {
  it('ends no process: who uses the connection is told', async () => {
    outliveLostConnections();
    const answer = (socket: Socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(Buffer.concat([GREETING, FAREWELL])));
    };
    const server = createServer(answer).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const client = new Client({ host: '127.0.0.1', port: (server.address() as AddressInfo).port, user: 'u' });
    await client.connect();
    await expect(client.query('select 1')).rejects.toThrow(/not queryable|terminat/i);
    server.close();
  });
});
