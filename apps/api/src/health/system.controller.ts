import { portStarted } from '@app/config';
import { Controller, Get, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { OpenAccess } from '../http/access';
import { LiveOperation, ReadyOperation } from './health-operation';
import { Readiness } from './readiness';
import { INTERFACE_VERSION, RELEASE } from './release';
import { sendHealth } from './send-health';

export interface VersionAnswer {
  readonly version: string;
  readonly revision: string;
  readonly release: string;
  /** When the first process of this port started, in epoch milliseconds. */
  readonly timestamp: number;
}

const VERSION: VersionAnswer = {
  version: INTERFACE_VERSION,
  revision: RELEASE,
  release: RELEASE,
  timestamp: portStarted(),
};

@ApiTags('system')
@Controller('v1/system')
export class SystemController {
  constructor(private readonly readiness: Readiness) {}

  @Get('version')
  @OpenAccess()
  @ApiOperation({ operationId: 'getVersion', summary: 'The version of the API, and the release' })
  @ApiResponse({
    status: 200,
    description: 'Versions of the API and of the release',
    content: { 'application/json': { example: { ...VERSION, timestamp: 1_767_225_600_000 } } },
  })
  version(): VersionAnswer {
    return VERSION;
  }

  @Get('health/live')
  @LiveOperation('getLiveness')
  live(@Res() reply: FastifyReply): void {
    sendHealth(reply, this.readiness.live());
  }

  @Get('health/ready')
  @ReadyOperation('getReadiness')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    sendHealth(reply, await this.readiness.ready());
  }
}
