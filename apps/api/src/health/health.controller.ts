import { Controller, Get, Res } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { LiveOperation, ReadyOperation, StartupOperation } from './health-operation';
import { Readiness } from './readiness';
import { sendHealth } from './send-health';

/** Probes for supervisors and load balancers. */
@ApiTags('system')
@Controller()
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('livez')
  @LiveOperation('livez')
  alive(@Res() reply: FastifyReply): void {
    sendHealth(reply, this.readiness.live());
  }

  @Get('readyz')
  @ReadyOperation('readyz')
  async ready(@Res() reply: FastifyReply): Promise<void> {
    sendHealth(reply, await this.readiness.ready());
  }

  @Get('startupz')
  @StartupOperation('startupz')
  async started(@Res() reply: FastifyReply): Promise<void> {
    sendHealth(reply, await this.readiness.started());
  }
}
