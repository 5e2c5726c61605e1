import { type ArgumentsHost, Catch, type ExceptionFilter } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { ErrorAnswer } from './error-answer';

/** Answers what pipes and controllers throw. */
@Catch()
export class ErrorFilter implements ExceptionFilter {
  constructor(private readonly answer: ErrorAnswer) {}

  catch(thrown: unknown, host: ArgumentsHost): void {
    const http = host.switchToHttp();
    this.answer.send(http.getRequest<FastifyRequest>(), http.getResponse<FastifyReply>(), thrown);
  }
}
