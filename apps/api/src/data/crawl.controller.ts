import type { Actor } from '@app/common';
import { Crawls } from '@app/data';
import { Body, Controller, HttpCode, Post, Req, Res, type Type } from '@nestjs/common';
import { ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Takes } from '../http/described';
import { KeyedOperation, type PathKey } from '../http/input';
import { Shutdown } from '../http/lifecycle/shutdown';
import { CRAWL } from './crawl.examples';
import { CrawlBody } from './crawl.dto';
import { AnswersDataRun, dataRunOptions, sendRun } from './data-run-request';

/** Brings the tables of sources into the catalog. */
export function crawlController(by: PathKey): Type<unknown> {
  @ApiTags('data')
  @Controller(`v1/services/databaseServices/${by.path}/crawls`)
  class CrawlController {
    constructor(
      private readonly crawls: Crawls,
      private readonly shutdown: Shutdown,
    ) {}

    @Post()
    @HttpCode(200)
    @Access({ operation: 'CrawlData', resource: 'databaseService' })
    @KeyedOperation(by, {
      operationId: 'crawlService',
      summary: 'Crawl a service',
      description:
        'Brings the databases, schemas, tables and views of the source into the catalog, with columns, constraints and comments; descriptions and tags that people wrote stay. The run counts created, updated and deleted entities. 409 if the service has no data access.',
    })
    @Takes(CrawlBody, CRAWL)
    @AnswersDataRun()
    async ask(
      @CurrentActor() actor: Actor,
      @by.Param() service: string,
      @Body() body: CrawlBody,
      @Req() request: FastifyRequest,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      const options = dataRunOptions(request, actor, this.shutdown.signal);
      sendRun(reply, await this.crawls.ask(actor, service, body, options));
    }
  }
  return CrawlController;
}
