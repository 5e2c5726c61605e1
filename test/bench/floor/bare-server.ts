import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Pool } from 'pg';

type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<unknown>;

/** As many connections as the product has. */
export const openPool = (): Pool =>
  new Pool({ connectionString: process.env['DATABASE_URL'], max: Number(process.env['DATABASE_POOL_SIZE']) });

/**
 * Serves on any port, which it sends to whoever has forked this process, and ends with that one.
 * @param rests whether connections rest for long, while the other side is measured
 */
export function serve(answer: Answer, { rests = false } = {}): void {
  const server = createServer((request, response) => {
    answer(request, response).catch((error: Error) => response.destroy(error));
  });
  if (rests) server.keepAliveTimeout = 0;
  server.listen(0, '127.0.0.1', () => process.send?.((server.address() as AddressInfo).port));
  process.on('disconnect', () => process.exit());
}

export function sendJson(response: ServerResponse, json: string, status = 200): void {
  const head = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(json) };
  response.writeHead(status, head).end(json);
}

export async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}
