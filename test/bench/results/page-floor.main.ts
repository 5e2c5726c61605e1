import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve } from '../floor/bare-server';
import { PAGE, pageText, type PageRow } from './bare-page';

// The barest program that lists results: node:http, one prepared statement, the stored texts put together. No token, no permission, no
// total, no cursors, no log.

const pool = openPool();

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { rows } = await pool.query<PageRow>({ ...PAGE, values: url.slice(1).split('/') });
  sendJson(response, pageText(rows));
}

serve(answer);
