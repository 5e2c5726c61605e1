import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import type { BenchApi } from '../stack/bench-api';
import type { Asked } from './export-floor';

export interface Download {
  readonly chunks: readonly Buffer[];
  readonly firstByteMs: number;
  readonly ms: number;
}

const path = ({ fqn, up, down }: Asked): string =>
  `/api/v1/lineage/export?type=table&fqn=${encodeURIComponent(fqn)}&upstreamDepth=${up}&downstreamDepth=${down}`;

/** Takes an export as fast as it comes. */
export async function download({ port, client }: BenchApi, asked: Asked): Promise<Download> {
  const start = performance.now();
  const headers = { authorization: `Bearer ${client.token}` };
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    get({ host: '127.0.0.1', port, path: path(asked), headers }, resolve).once('error', reject);
  });
  const chunks: Buffer[] = [];
  let firstByteMs = 0;
  for await (const chunk of answer) {
    if (chunks.length === 0) firstByteMs = performance.now() - start;
    chunks.push(chunk as Buffer);
  }
  if (answer.statusCode !== 200)
    throw new Error(`${path(asked)}: ${answer.statusCode} ${Buffer.concat(chunks).toString()}`);
  return { chunks, firstByteMs, ms: performance.now() - start };
}

/** Bytes, and how often: 10 KB a second. */
const SIP = 1_024;
const SIP_MS = 100;

/** A reader of 10 KB/s, until it is closed. */
export async function sip(
  { port, client }: BenchApi,
  asked: Asked,
): Promise<{ close(): void; readonly taken: () => number }> {
  const socket: Socket = connect({ port, host: '127.0.0.1' });
  await once(socket, 'connect');
  socket.write(`GET ${path(asked)} HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer ${client.token}\r\n\r\n`);
  let taken = 0;
  const timer = setInterval(() => {
    const chunk = socket.read(SIP) as Buffer | null;
    taken += chunk?.length ?? 0;
  }, SIP_MS);
  socket.on('error', () => undefined);
  return {
    taken: () => taken,
    close: () => {
      clearInterval(timer);
      socket.destroy();
    },
  };
}
