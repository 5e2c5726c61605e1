import { HttpStatus } from '@nestjs/common';
import type { FastifyReply } from 'fastify';
import type { ReadinessReport } from './readiness';

/** 200 when requests are served, also without search, else 503; the body tells of every part in both cases. */
export function sendReadiness(reply: FastifyReply, report: ReadinessReport): void {
  const status = report.status === 'not ready' ? HttpStatus.SERVICE_UNAVAILABLE : HttpStatus.OK;
  void reply.code(status).send(report);
}
