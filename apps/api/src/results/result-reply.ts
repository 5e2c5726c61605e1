import { Readable } from 'node:stream';
import type { RunAnswer } from '@app/validation';
import type { FastifyReply } from 'fastify';

const JSON_TYPE = 'application/json; charset=utf-8';

/** Sends JSON that is text already. What comes in pieces is read as fast as the client takes it. */
export function sendText(reply: FastifyReply, json: string | AsyncIterable<string>, status = 200): void {
  const body = typeof json === 'string' ? json : Readable.from(json, { objectMode: false });
  void reply.code(status).header('content-type', JSON_TYPE).send(body);
}

export function sendRun(reply: FastifyReply, { status, headers, body }: RunAnswer): void {
  sendText(reply.headers(headers), body, status);
}
