import type { Actor } from '@app/common';
import { BulkPushService } from '@app/results';
import { Body, Controller, Post, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor, TakesApiKey } from '../http/access';
import { Answer, Takes } from '../http/described';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { PublishedRunQuery } from './report.dto';
import { PUBLISHED_RUN } from './report.examples';
import { STORED_RESULT } from './result.examples';
import { ShowsResults } from '../compatibility/shows-entity.decorator';
import { RESULT_SCHEMA } from './result.schemas';
import { storeReport } from './store-report';

/** Takes what datacontract-cli publishes, which sends its key as `x-api-key` and takes every status but 200 for a failure. */
@ApiTags('results')
@ShowsResults()
@Controller('v1/dataContracts')
export class PublishedRunController {
  constructor(private readonly bulk: BulkPushService) {}

  @Post('results/datacontract-cli')
  @Access({ operation: 'ManageResults', resource: 'dataContract' })
  @TakesApiKey()
  @SpeaksYaml()
  @ApiOperation({
    operationId: 'publishDatacontractRun',
    summary: 'Store the report of `datacontract test --publish` as a result of the contract',
    description:
      'The result has the time of the run, so sending the same run again replaces it. The answer is 200 in both cases. For ' +
      'a report that was written to a file use putReport.',
  })
  @Takes({ type: 'object' }, PUBLISHED_RUN)
  @Answer(200, 'The stored result', RESULT_SCHEMA, STORED_RESULT)
  async publish(
    @CurrentActor() actor: Actor,
    @Query() { contract, producer, whole }: PublishedRunQuery,
    @Body() run: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const {
      stored: [stored],
    } = await storeReport(this.bulk, actor, 'datacontract-cli', run, {
      ...{ contract, producer, isWhole: whole },
      map: new Map(),
    });
    if (!stored) throw new Error('The run has no outcome');
    if ('error' in stored.outcome) throw stored.outcome.error;
    sendJson(reply, stored.outcome.json, { status: 200 });
  }
}
