import { ContractReviewService } from '@app/agreements';
import { entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, HttpCode, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { answerExample } from '../entities/answer-example';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { TakesIdempotencyKey, UuidParam } from '../http/input';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { requestToken } from '../http/request/request-token';
import { ContractReviewDto, requireComment } from './review.dto';

/** Reviews of contracts that do not bind yet. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class ReviewController {
  constructor(private readonly reviews: ContractReviewService) {}

  @Post(':id/review')
  @HttpCode(200)
  @ShowsEntity({ type: 'dataContract' })
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({
    operationId: 'reviewContract',
    summary: 'Approve or reject a contract that is in review',
    description:
      'Allowed for a reviewer of the contract (an owner if it has none) and for users with ReviewContract, but never for an author of the changes under review or a bot. An approved contract is in force. 409 if the contract is not in review or has another version.',
  })
  @TakesIdempotencyKey()
  @Takes(ContractReviewDto, { decision: 'approve', version: 0.3 })
  @Answer(
    200,
    'The contract after the decision',
    entity('DataContract'),
    answerExample(entityTypes.get('dataContract')),
  )
  async review(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: ContractReviewDto,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireComment(body.decision === 'reject', body);
    sendWritten(
      reply,
      await this.reviews.review(actor, id, body, requestToken(request, actor)),
      'dataContracts',
      false,
    );
  }
}
