import type { Actor } from '@app/common';
import { BulkPushService } from '@app/results';
import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../../http/access';
import { AcceptsNdjson, BodyLimit } from '../../http/parsing';
import { Answer, Takes } from '../../http/described';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { sendJson } from '../../http/representation/answer';
import { bulkAnswer } from './bulk-answer';
import { bulkRows } from './bulk-rows';
import { BULK_ANSWER_SCHEMA, BULK_MIXED, BULK_REQUEST, BULK_SCHEMA, BULK_STORED } from './bulk-schema';

/** Results of many contracts at once. */
@ApiTags('results')
@SpeaksYaml()
@Controller('v1/dataContracts/results')
export class BulkController {
  constructor(private readonly bulk: BulkPushService) {}

  @Put('bulk')
  @Access({ operation: 'ManageResults', resource: 'dataContract' })
  @BodyLimit()
  @AcceptsNdjson()
  @ApiOperation({ operationId: 'putResults', summary: 'Store up to 1,000 results that external pipelines came to' })
  @Takes(BULK_SCHEMA, BULK_REQUEST)
  @Answer(200, 'All are stored', BULK_ANSWER_SCHEMA, BULK_STORED)
  @Answer(207, 'Some were refused; the others are stored', BULK_ANSWER_SCHEMA, BULK_MIXED)
  async put(@CurrentActor() actor: Actor, @Body() body: unknown, @Res() reply: FastifyReply): Promise<void> {
    const { status, json } = bulkAnswer(await this.bulk.push(actor, bulkRows(body)));
    sendJson(reply, json, { status });
  }
}
