import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve } from '../floor/bare-server';
import { floorStatement } from './floor-statement';

// The barest program that answers a neighbourhood: node:http, one prepared breadth-first search by sets, its text passed through. No
// token, no permission, no order within a hop, no columns, no log.

const pool = openPool();

async function answer({ url = '' }: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, fqn = '', hops = '2'] = /^\/([^?]+)\?hops=(\d)$/.exec(url) ?? [];
  const { rows } = await pool.query<{ text: string }>({
    ...floorStatement(Number(hops)),
    values: [decodeURIComponent(fqn)],
  });
  const body = rows[0]?.text ?? '';
  sendJson(response, body);
}

serve(answer);
