import { randomUUID } from 'node:crypto';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { openPool, sendJson, serve, textOf } from '../floor/bare-server';

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

const pool = openPool();

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
  sendJson(response, json, 201);
}

serve(answer, { rests: true });
