import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';
import { rawPage, type RawPage, type RawRow } from './raw-page';

// The barest program that lists tables: node:http, one prepared keyset statement, the stored texts put together. No token, no permission,
// no total, no references, no signed cursor, no log.

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = JSON.parse(decodeURIComponent(url.slice(1))) as RawPage;
  const { rows } = await pool.query<RawRow>(rawPage(page));
  const texts = rows.map(({ body, details }) => (details === undefined ? body : `${body},${details}`));
  const text = `{"data":[${texts.join()}]}`;
  const length = Buffer.byteLength(text);
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': length }).end(text);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.destroy(error));
});
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
