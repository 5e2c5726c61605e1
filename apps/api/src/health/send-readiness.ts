import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ReadinessReport } from './readiness';

/** 200 when ready, else 503; the body tells of every part in both cases. */
export function sendReadiness(reply: FastifyReply, report: ReadinessReport): void {
  const status = report.status === 'ready' ? HttpStatus.OK : HttpStatus.SERVICE_UNAVAILABLE;
  void reply.code(status).send(report);
}
