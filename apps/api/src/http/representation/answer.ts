import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';

/** The content type of answers in JSON. */
export const JSON_CONTENT = 'application/json; charset=utf-8';

/** Metadata of a JSON response. */
export interface AnswerHead {
  readonly status?: number;
  /** Path of the created resource. */
  readonly location?: string;
  /** Whether it is the answer that the first request with the same Idempotency-Key had. */
  readonly replayed?: boolean;
}

/**
 * Sends JSON that is text already: nothing is serialised. Streamed content is read as fast as the client accepts it.
 */
export function sendJson(
  reply: FastifyReply,
  json: string | Buffer | AsyncIterable<string>,
  { status = 200, location, replayed }: AnswerHead = {},
): void {
  if (location !== undefined) void reply.header('location', location);
  if (replayed) void reply.header('idempotent-replayed', 'true');
  const body = typeof json === 'string' || Buffer.isBuffer(json) ? json : Readable.from(json, { objectMode: false });
  void reply.code(status).header('content-type', JSON_CONTENT).send(body);
}
