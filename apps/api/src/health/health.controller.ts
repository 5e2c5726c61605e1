import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from '../http/access';
import { ALIVE, NOT_READY_EXAMPLE, READY_EXAMPLE } from './health.examples';
import { Readiness } from './readiness';
import { sendReadiness } from './send-readiness';

/** For whoever starts, stops and balances processes. */
@ApiTags('System')
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('livez')
  @OpenAccess()
  @ApiOperation({ operationId: 'livez', summary: 'Whether the process answers' })
  @ApiResponse({ status: 200, description: 'It does.', content: { 'application/json': { example: ALIVE } } })
  alive(): typeof ALIVE {
    return ALIVE;
  }

  @Get('readyz')
  @OpenAccess()
  @ApiOperation({ operationId: 'readyz', summary: 'Whether requests can be served, part by part' })
  @ApiResponse({ status: 200, description: 'Ready.', content: { 'application/json': { example: READY_EXAMPLE } } })
  @ApiResponse({
    status: 503,
    description: 'Not ready; the parts tell why.',
    content: { 'application/json': { example: NOT_READY_EXAMPLE } },
  })
  async ready(@Res() reply: FastifyReply): Promise<void> {
    sendReadiness(reply, await this.readiness.report());
  }
}
