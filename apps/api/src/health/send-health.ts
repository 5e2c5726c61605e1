import type { HealthAnswer } from '@app/common';
import type { FastifyReply } from 'fastify';

export function sendHealth(reply: FastifyReply, { code, body }: HealthAnswer): void {
  void reply.code(code).send(body);
}
