import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { COMPLETION, SEARCH } from './floor-statement';

// The barest program that searches: node:http, one prepared statement that asks both inverted indexes, PostgreSQL's own rank, the
// documents passed through as text. No token, no permission, no BM25, no language, no highlight, no counts.

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://floor');
  const statement = pathname.endsWith('/suggest') ? COMPLETION : SEARCH;
  const { rows } = await pool.query<{ total: string; documents: string }>({
    ...statement,
    values: [searchParams.get('names'), searchParams.get('texts')],
  });
  const body = `{"total":${rows[0]?.total},"hits":${rows[0]?.documents ?? '[]'}}`;
  const length = Buffer.byteLength(body);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(body);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.destroy(error));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
