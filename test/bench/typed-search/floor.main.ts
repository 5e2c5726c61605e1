import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve } from '../floor/bare-server';
import { COMPLETION, SEARCH } from './floor-statement';

// The barest program that searches: node:http, one prepared statement that asks both inverted indexes, PostgreSQL's own rank, the
// documents passed through as text. No token, no permission, no BM25, no language, no highlight, no counts.

const pool = openPool();

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname, searchParams } = new URL(url, 'http://floor');
  const statement = pathname.endsWith('/suggest') ? COMPLETION : SEARCH;
  const { rows } = await pool.query<{ total: string; documents: string }>({
    ...statement,
    values: [searchParams.get('names'), searchParams.get('texts')],
  });
  const body = `{"total":${rows[0]?.total},"hits":${rows[0]?.documents ?? '[]'}}`;
  sendJson(response, body);
}

serve(answer);
