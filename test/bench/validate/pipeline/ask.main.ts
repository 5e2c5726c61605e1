import { randomUUID } from 'node:crypto';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Client, Pool } from 'pg';
import { backendOf, CHANNEL, INSERT, openFloorQueue } from './pipeline';

// The half that is asked: POST /<contract> stores a run, sends its job, and answers when it has ended.

const backend = backendOf(process.env);
const pool = new Pool({ connectionString: backend.databaseUrl, max: Number(process.env['DATABASE_POOL_SIZE']) });
const queue = openFloorQueue(backend);
const waiting = new Map<string, () => void>();

async function listen(): Promise<void> {
  const client = new Client({ connectionString: backend.databaseUrl });
  await client.connect();
  client.on('notification', ({ payload = '' }) => waiting.get(payload)?.());
  await client.query(`listen ${CHANNEL}`);
}

async function answer(contract: string, response: ServerResponse): Promise<void> {
  const id = randomUUID();
  const ended = new Promise<void>((resolve) => waiting.set(id, resolve));
  await pool.query({ ...INSERT, values: [id, contract] });
  await queue.add('run', { id, contract }, { jobId: id });
  await ended;
  waiting.delete(id);
  const json = `{"id":"${id}","contractExecutionStatus":"Success"}`;
  const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  response.writeHead(200, head).end(json);
}

const server = createServer(({ url = '' }, response) => {
  answer(url.slice(1), response).catch((error: Error) => response.destroy(error));
});
// Connections rest while the other side is measured.
server.keepAliveTimeout = 0;

async function start(): Promise<void> {
  await listen();
  await queue.waitUntilReady();
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
}
process.on('disconnect', () => process.exit());
void start();
