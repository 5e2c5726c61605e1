import { applyDecorators } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { OpenAccess } from '../http/access';
import { ALIVE_EXAMPLE, NOT_READY_EXAMPLE, READY_EXAMPLE, STARTED_EXAMPLE } from './health.examples';

const json = (example: object) => ({ 'application/json': { example } });

const NOT_READY = ApiResponse({
  status: 503,
  description: 'Not ready; the parts give the reasons.',
  content: json(NOT_READY_EXAMPLE),
});

/** Open, and described the same wherever it stands. */
export const LiveOperation = (operationId: string): MethodDecorator =>
  applyDecorators(
    OpenAccess(),
    ApiOperation({ operationId, summary: 'Whether the process answers' }),
    ApiResponse({ status: 200, description: 'The process answers', content: json(ALIVE_EXAMPLE) }),
  );

export const ReadyOperation = (operationId: string): MethodDecorator =>
  applyDecorators(
    OpenAccess(),
    ApiOperation({
      operationId,
      summary: 'Whether requests can be served, part by part',
      description:
        'The status `degraded` means that requests are served, except those that need a part that is not ready.',
    }),
    ApiResponse({ status: 200, description: 'Ready, or degraded.', content: json(READY_EXAMPLE) }),
    NOT_READY,
  );

export const StartupOperation = (operationId: string): MethodDecorator =>
  applyDecorators(
    OpenAccess(),
    ApiOperation({ operationId, summary: 'Whether the process has been ready once' }),
    ApiResponse({
      status: 200,
      description: 'The process has been ready once; the answer stays 200.',
      content: json(STARTED_EXAMPLE),
    }),
    NOT_READY,
  );
