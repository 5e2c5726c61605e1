import type { Actor } from '@app/common';
import { RunService, type RunAnswer } from '@app/validation';
import { Controller, HttpCode, Inject, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { TakesIdempotencyKey, TakesPrefer, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { Shutdown } from '../http/lifecycle/shutdown';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { QUEUED_RESULT, RESULT } from './result.examples';
import { ShowsResults } from '../compatibility/shows-entity.decorator';
import { RESULT_SCHEMA } from './result.schemas';
import { DEFAULT_WAIT_SECONDS, runOptions } from './run-request';
import { ValidateAssetQuery, ValidateQuery } from './validate.dto';

const resource = 'dataContract';
const Finished = Answer(200, 'The run has ended', RESULT_SCHEMA, RESULT);
const Open = Answer(202, 'The run has not ended; Location is the URL to poll', RESULT_SCHEMA, QUEUED_RESULT);
const Prefer = TakesPrefer('wait=<seconds, 0 to 60>, or respond-async for an answer at once.');
const IdempotencyKey = TakesIdempotencyKey('gets the same answer and makes no further run');

/** Validation of contracts on demand. */
@ApiTags('validation')
@ShowsResults()
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ValidationController {
  constructor(
    private readonly runs: RunService,
    private readonly shutdown: Shutdown,
    @Inject(DEFAULT_WAIT_SECONDS) private readonly defaultWaitSeconds: number,
  ) {}

  @Post('entity/validate')
  @HttpCode(200)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'validateContractOfAsset', summary: 'Validate the contract of an asset' })
  @Prefer
  @IdempotencyKey
  @Finished
  @Open
  async validateAsset(
    @CurrentActor() actor: Actor,
    @Query() query: ValidateAssetQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const options = { ...runOptions(request, actor, query, this.defaultWaitSeconds), signal: this.shutdown.signal };
    sendRun(reply, await this.runs.requestByAsset(actor, query.entityType, query.entityId, options));
  }

  @Post(':id/validate')
  @HttpCode(200)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'validateContract', summary: 'Validate a contract' })
  @Prefer
  @IdempotencyKey
  @Finished
  @Open
  async validate(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: ValidateQuery,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const options = { ...runOptions(request, actor, query, this.defaultWaitSeconds), signal: this.shutdown.signal };
    sendRun(reply, await this.runs.request(actor, id, options));
  }

  @Post(':id/results/:resultId/cancel')
  @HttpCode(200)
  @Access({ operation: 'ValidateContract', resource })
  @ApiOperation({ operationId: 'cancelValidation', summary: 'Cancel a validation run' })
  @TakesIdempotencyKey('gets the same answer')
  @Answer(200, 'The aborted result', RESULT_SCHEMA, RESULT)
  async cancel(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @UuidParam('resultId') resultId: string,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendRun(reply, await this.runs.cancel(actor, id, resultId, requestToken(request, actor)));
  }
}

function sendRun(reply: FastifyReply, { status, headers, body }: RunAnswer): void {
  sendJson(reply.headers(headers), body, { status });
}
