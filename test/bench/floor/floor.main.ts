import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, serve } from './bare-server';

const { FLOOR_TYPE = 'dataContract', FLOOR_COLLECTION = 'dataContracts', FLOOR_TEXT = 'body::text' } = process.env;

// The barest program that reads an entity by id or FQN: node:http, one prepared statement, the text passed through. No
// token, no check, no log, no measurement; its tag is the version alone.
const READ = `select version, ${FLOOR_TEXT} as body from entity where type = '${FLOOR_TYPE}' and deleted_by is null and`;
const BY_ID = { name: 'by-id', text: `${READ} id = $1` };
const BY_FQN = { name: 'by-fqn', text: `${READ} (md5(fqn)::uuid) = md5($1)::uuid and fqn = $1` };

const ROOT = `/api/v1/${FLOOR_COLLECTION}/`;
const BY_NAME = `${ROOT}name/`;

interface Row {
  readonly version: number;
  readonly body: string;
}

const pool = openPool();

async function answer({ url = '', headers }: IncomingMessage, response: ServerResponse): Promise<void> {
  const statement = url.startsWith(BY_NAME) ? BY_FQN : BY_ID;
  const key = url.startsWith(BY_NAME) ? decodeURIComponent(url.slice(BY_NAME.length)) : url.slice(ROOT.length);
  const { rows } = await pool.query<Row>({ ...statement, values: [key] });
  const [row] = rows;
  if (!row) return void response.writeHead(404, { 'content-length': 0 }).end();
  const etag = `"${row.version}"`;
  if (headers['if-none-match'] === etag) return void response.writeHead(304, { etag }).end();
  const length = Buffer.byteLength(row.body);
  response.writeHead(200, { etag, 'content-type': 'application/json', 'content-length': length }).end(row.body);
}

serve(answer);
