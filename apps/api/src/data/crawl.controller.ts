import type { Actor } from '@app/common';
import { Crawls, type DataScheduleDocument } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Post, Put, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { sendJson } from '../http/representation/answer';
import { ValidationSchedule } from '../runs/run.dto';
import { CRAWL } from './crawl.examples';
import { CrawlBody } from './crawl.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

const resource = 'databaseService';
const CrawlData = Access({ operation: 'CrawlData', resource });
const SCHEMA = entity('ValidationSchedule');
const SCHEDULE = { cron: '0 5 * * *', timezone: 'Europe/Berlin', enabled: true };
const Removed = ApiResponse({ status: 204, description: 'Removed' });

/** Brings the tables of sources into the catalog. */
@ApiTags('data')
@Controller('v1/services/databaseServices')
export class CrawlController {
  constructor(
    private readonly crawls: Crawls,
    private readonly shutdown: Shutdown,
  ) {}

  @Post('name/:fqn/crawls')
  @HttpCode(200)
  @CrawlData
  @ApiOperation({
    operationId: 'crawlServiceByName',
    summary: 'Bring the tables of a source into the catalog, by its name',
  })
  @Takes(CrawlBody, CRAWL)
  @AnswersDataRun()
  byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: CrawlBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.crawl(actor, fqn, body, request, reply);
  }

  @Post(':id/crawls')
  @HttpCode(200)
  @CrawlData
  @ApiOperation({
    operationId: 'crawlService',
    summary: 'Bring the tables of a source into the catalog',
    description:
      'Databases, schemas, tables and views, with columns, constraints and comments; what people wrote stays. The counts of the run say what was created, updated and deleted. 409 where the service has no data access.',
  })
  @Takes(CrawlBody, CRAWL)
  @AnswersDataRun()
  byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: CrawlBody,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.crawl(actor, id, body, request, reply);
  }

  @Get('name/:fqn/crawls/schedule')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getCrawlScheduleByName', summary: 'Read when a service is crawled, by its name' })
  @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
  scheduleByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<DataScheduleDocument> {
    return this.crawls.schedule(actor, fqn);
  }

  @Get(':id/crawls/schedule')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'getCrawlSchedule', summary: 'Read when a service is crawled' })
  @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
  scheduleById(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<DataScheduleDocument> {
    return this.crawls.schedule(actor, id);
  }

  @Put('name/:fqn/crawls/schedule')
  @CrawlData
  @ApiOperation({ operationId: 'putCrawlScheduleByName', summary: 'Have a service crawled by a schedule, by its name' })
  @Takes(ValidationSchedule, SCHEDULE)
  @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
  @Answer(201, 'New', SCHEMA, SCHEDULE)
  putScheduleByName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Body() body: ValidationSchedule,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putSchedule(actor, fqn, body, reply);
  }

  @Put(':id/crawls/schedule')
  @CrawlData
  @ApiOperation({ operationId: 'putCrawlSchedule', summary: 'Have a service crawled by a schedule' })
  @Takes(ValidationSchedule, SCHEDULE)
  @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
  @Answer(201, 'New', SCHEMA, SCHEDULE)
  putScheduleById(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ValidationSchedule,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    return this.putSchedule(actor, id, body, reply);
  }

  @Delete('name/:fqn/crawls/schedule')
  @HttpCode(204)
  @CrawlData
  @ApiOperation({
    operationId: 'deleteCrawlScheduleByName',
    summary: 'Stop the schedule of crawls of a service, by its name',
  })
  @Removed
  removeScheduleByName(@CurrentActor() actor: Actor, @FqnParam() fqn: string): Promise<void> {
    return this.crawls.removeSchedule(actor, fqn);
  }

  @Delete(':id/crawls/schedule')
  @HttpCode(204)
  @CrawlData
  @ApiOperation({ operationId: 'deleteCrawlSchedule', summary: 'Stop the schedule of crawls of a service' })
  @Removed
  removeScheduleById(@CurrentActor() actor: Actor, @UuidParam() id: string): Promise<void> {
    return this.crawls.removeSchedule(actor, id);
  }

  private async crawl(
    actor: Actor,
    service: string,
    body: CrawlBody,
    request: FastifyRequest,
    reply: FastifyReply,
  ): Promise<void> {
    const options = dataRunOptions(request, actor, this.shutdown.signal);
    sendRun(reply, await this.crawls.ask(actor, service, body, options));
  }

  private async putSchedule(
    actor: Actor,
    service: string,
    body: ValidationSchedule,
    reply: FastifyReply,
  ): Promise<void> {
    const { schedule, isNew } = await this.crawls.putSchedule(actor, service, body);
    sendJson(reply, JSON.stringify(schedule), { status: isNew ? 201 : 200 });
  }
}
