import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from '../http/access';
import { ALIVE, NOT_READY_EXAMPLE, READY_EXAMPLE } from './health.examples';
import { Readiness } from './readiness';
import { INTERFACE_VERSION, RELEASE } from './release';
import { sendReadiness } from './send-readiness';

export interface VersionAnswer {
  /** Of the interface. */
  readonly version: string;
  /** Of this service. */
  readonly revision: string;
  readonly release: string;
  /** When this process started, in epoch milliseconds. */
  readonly timestamp: number;
}

const STARTED = Date.now() - Math.round(process.uptime() * 1000);
const VERSION: VersionAnswer = {
  version: INTERFACE_VERSION,
  revision: RELEASE,
  release: RELEASE,
  timestamp: STARTED,
};

@ApiTags('System')
@Controller('v1/system')
export class SystemController {
  constructor(private readonly readiness: Readiness) {}

  @Get('version')
  @OpenAccess()
  @ApiOperation({ operationId: 'getVersion', summary: 'The version of the interface, and our own release' })
  @ApiResponse({
    status: 200,
    description: 'The versions.',
    content: { 'application/json': { example: { ...VERSION, timestamp: 1_767_225_600_000 } } },
  })
  version(): VersionAnswer {
    return VERSION;
  }

  @Get('health/live')
  @OpenAccess()
  @ApiOperation({ operationId: 'getLiveness', summary: 'Whether the process answers' })
  @ApiResponse({ status: 200, description: 'It does.', content: { 'application/json': { example: ALIVE } } })
  live(): typeof ALIVE {
    return ALIVE;
  }

  @Get('health/ready')
  @OpenAccess()
  @ApiOperation({ operationId: 'getReadiness', summary: 'Whether requests can be served, part by part' })
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
