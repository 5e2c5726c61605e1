import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

// The barest program that stores results: node:http, JSON.parse, one upsert, or one for all lines of a batch. PUT
// /<table>/<contract> or /<table>/bulk, so that the same is done to a table without the product's triggers and to its own.

interface Sent {
  readonly contractId?: string;
  readonly timestamp: number;
  readonly contractExecutionStatus: string;
}

const COLUMNS = '(contract, timestamp, id, status, origin, body, details)';
const REPLACE = `on conflict (contract, timestamp) do update
  set id = excluded.id, status = excluded.status, body = excluded.body, details = excluded.details`;
const DETAILS = `'{"trigger":"api"}'`;

const one = (table: string): string => `
  insert into ${table} ${COLUMNS} select node, $2, $3, $4, 'pushed', $5, ${DETAILS} from entity where id = $1 ${REPLACE}`;
const many = (table: string): string => `
  insert into ${table} ${COLUMNS} select e.node, s.timestamp, s.id, s.status, 'pushed', s.body, ${DETAILS}
    from unnest($1::uuid[], $2::bigint[], $3::uuid[], $4::text[], $5::jsonb[]) s (contract, timestamp, id, status, body)
    join entity e on e.id = s.contract ${REPLACE}`;

const pool = new Pool({
  connectionString: process.env['DATABASE_URL'],
  max: Number(process.env['DATABASE_POOL_SIZE']),
});

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

function parts(text: string): { readonly sent: Sent; readonly body: string } {
  const { contractId, timestamp, contractExecutionStatus, ...body } = JSON.parse(text) as Sent;
  return { sent: { contractId, timestamp, contractExecutionStatus }, body: JSON.stringify(body) };
}

async function storeOne(table: string, contract: string, text: string): Promise<string> {
  const { sent, body } = parts(text);
  const id = randomUUID();
  const values = [contract, sent.timestamp, id, sent.contractExecutionStatus, body];
  await pool.query({ name: `one-${table}`, text: one(table), values });
  return `{"id":"${id}","timestamp":${sent.timestamp},"contractExecutionStatus":"${sent.contractExecutionStatus}",${body.slice(1)}`;
}

async function storeMany(table: string, text: string): Promise<string> {
  const rows = text.split('\n').map(parts);
  const values = [
    rows.map(({ sent }) => sent.contractId),
    rows.map(({ sent }) => sent.timestamp),
    rows.map(() => randomUUID()),
    rows.map(({ sent }) => sent.contractExecutionStatus),
    rows.map(({ body }) => body),
  ];
  const { rowCount } = await pool.query({ name: `many-${table}`, text: many(table), values });
  return `{"stored":${rowCount}}`;
}

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const [, table = '', contract = ''] = (request.url ?? '').split('/');
  const text = await textOf(request);
  const json = contract === 'bulk' ? await storeMany(table, text) : await storeOne(table, contract, text);
  const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  response.writeHead(201, head).end(json);
}

const server = createServer((request, response) => {
  answer(request, response).catch((error: Error) => response.destroy(error));
});
// Connections rest while the other side is measured.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
process.on('disconnect', () => process.exit());
