import type { RunAnswer } from '@app/validation';
import type { FastifyReply } from 'fastify';
import { sendJson } from '../http/representation/answer';

export function sendRun(reply: FastifyReply, { status, headers, body }: RunAnswer): void {
  sendJson(reply.headers(headers), body, { status });
}
