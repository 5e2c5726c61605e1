import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { floorStatement } from './floor-statement';

// The barest program that answers a neighbourhood: node:http, one prepared breadth-first search by sets, its text passed through. No
// token, no permission, no order within a hop, no columns, no log.

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, fqn = '', hops = '2'] = /^\/([^?]+)\?hops=(\d)$/.exec(url) ?? [];
  const { rows } = await pool.query<{ text: string }>({
    ...floorStatement(Number(hops)),
    values: [decodeURIComponent(fqn)],
  });
  const body = rows[0]?.text ?? '';
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.destroy(error));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
