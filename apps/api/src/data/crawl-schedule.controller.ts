import type { Actor } from '@app/common';
import { Crawls, type DataScheduleDocument } from '@app/data';
import { Body, Controller, Delete, Get, HttpCode, Put, Res, type Type } from '@nestjs/common';
import { ApiResponse, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { ValidationSchedule } from '../runs/run.dto';

const resource = 'databaseService';
const SCHEMA = entity('ValidationSchedule');
const SCHEDULE = { cron: '0 5 * * *', timezone: 'Europe/Berlin', enabled: true };

/** When the tables of sources are brought into the catalog. */
export function crawlScheduleController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/services/databaseServices/${by.path}/crawls/schedule`)
  class CrawlScheduleController {
    constructor(private readonly crawls: Crawls) {}

    @Get()
    @Access({ operation: 'ViewBasic', resource })
    @KeyedOperation(by, { operationId: 'getCrawlSchedule', summary: 'Read the crawl schedule of a service' })
    @Answer(200, 'The schedule', SCHEMA, SCHEDULE)
    get(@CurrentActor() actor: Actor, @by.Param() service: string): Promise<DataScheduleDocument> {
      return this.crawls.schedule(actor, service);
    }

    @Put()
    @Access({ operation: 'CrawlData', resource })
    @KeyedOperation(by, { operationId: 'putCrawlSchedule', summary: 'Set the crawl schedule of a service' })
    @Takes(ValidationSchedule, SCHEDULE)
    @Answer(200, 'Replaced', SCHEMA, SCHEDULE)
    @Answer(201, 'New', SCHEMA, SCHEDULE)
    async put(
      @CurrentActor() actor: Actor,
      @by.Param() service: string,
      @Body() body: ValidationSchedule,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const { schedule, isNew } = await this.crawls.putSchedule(actor, service, body);
      sendJson(reply, JSON.stringify(schedule), { status: isNew ? 201 : 200 });
    }

    @Delete()
    @HttpCode(204)
    @Access({ operation: 'CrawlData', resource })
    @KeyedOperation(by, { operationId: 'deleteCrawlSchedule', summary: 'Stop the schedule of crawls of a service' })
    @ApiResponse({ status: 204, description: 'Removed' })
    remove(@CurrentActor() actor: Actor, @by.Param() service: string): Promise<void> {
      return this.crawls.removeSchedule(actor, service);
    }
  }
  return CrawlScheduleController;
}
