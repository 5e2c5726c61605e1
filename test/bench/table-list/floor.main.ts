import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve } from '../floor/bare-server';
import { rawPage, type RawPage, type RawRow } from './raw-page';

// The barest program that lists tables: node:http, one prepared keyset statement, the stored texts put together. No token, no permission,
// no total, no references, no signed cursor, no log.

const pool = openPool();

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const page = JSON.parse(decodeURIComponent(url.slice(1))) as RawPage;
  const { rows } = await pool.query<RawRow>(rawPage(page));
  const texts = rows.map(({ body, details }) => (details === undefined ? body : `${body},${details}`));
  const text = `{"data":[${texts.join()}]}`;
  sendJson(response, text);
}

serve(answer);
