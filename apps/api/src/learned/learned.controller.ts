import type { Actor } from '@app/common';
import { FeedbackService, LearnedService, METRICS, WarningService, type Learned, type Metric } from '@app/learned';
import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { ChoiceParam, TimestampParam, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { LearnedFeedbackDto, LearnedFeedbackQuery, LearnedQuery } from './learned.dto';
import {
  FEEDBACK,
  FEEDBACK_SCHEMA,
  LEARNED,
  LEARNED_SCHEMA,
  SENT_FEEDBACK,
  WARNING,
  WARNING_SCHEMA,
} from './learned.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });
const RIGHTS = 'Takes EditTests on the asset of the contract, or ownership.';

/** The freshness and the volume of assets beside their past. */
@ApiTags('governance')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class LearnedController {
  constructor(
    private readonly learned: LearnedService,
    private readonly feedback: FeedbackService,
    private readonly warnings: WarningService,
  ) {}

  @Get(':id/learned')
  @View
  @ApiOperation({
    operationId: 'getLearnedBaseline',
    summary: 'Ask whether data came as it usually does',
    description:
      'By the profiles (volume) or the refreshes (freshness) of the last 180 days. Unusual is what no estimate expects: none of the same hour of the week, of the same day of the month, and of what was said to be expected. It is no verdict unless the contract has it in sla.learned.',
  })
  @Answer(200, 'How it looks', LEARNED_SCHEMA, LEARNED)
  of(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: LearnedQuery): Promise<Learned> {
    return this.learned.of(actor, id, query);
  }

  @Get(':id/learned/feedback')
  @View
  @ApiOperation({ operationId: 'listLearnedFeedback', summary: 'List what was said of points, the newest point first' })
  @Answer(200, 'What was said', pageOf(FEEDBACK_SCHEMA), { data: [FEEDBACK], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: LearnedFeedbackQuery): Promise<object> {
    return this.feedback.list(actor, id, query);
  }

  @Get(':id/learned/warnings')
  @View
  @ApiOperation({
    operationId: 'listLearnedWarnings',
    summary: 'List spells of unusual points, the newest first',
    description:
      'They are found where the policy of the contract warns (`learned.freshness`, `learned.volume`), within a minute.',
  })
  @Answer(200, 'The spells', pageOf(WARNING_SCHEMA), { data: [WARNING], paging: { total: 1 } })
  listWarnings(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: LearnedFeedbackQuery,
  ): Promise<object> {
    return this.warnings.list(actor, id, query);
  }

  @Put(':id/learned/feedback')
  @View
  @ApiOperation({
    operationId: 'putLearnedFeedback',
    summary: 'Say that a point was expected, or that it was an anomaly',
    description: `${RIGHTS} The same point again changes what was said.`,
  })
  @Takes(LearnedFeedbackDto, SENT_FEEDBACK)
  @Answer(200, 'Changed', FEEDBACK_SCHEMA, FEEDBACK)
  @Answer(201, 'New', FEEDBACK_SCHEMA, FEEDBACK)
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Body() body: LearnedFeedbackDto,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    const { feedback, isNew } = await this.feedback.put(actor, id, body);
    sendJson(reply, JSON.stringify(feedback), { status: isNew ? 201 : 200 });
  }

  @Delete(':id/learned/feedback/:metric/:timestamp')
  @View
  @ApiOperation({
    operationId: 'deleteLearnedFeedback',
    summary: 'Take back what was said of a point',
    description: RIGHTS,
  })
  @Answer(200, 'What was removed', FEEDBACK_SCHEMA, FEEDBACK)
  remove(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @ChoiceParam('metric', METRICS) metric: Metric,
    @TimestampParam() timestamp: number,
  ): Promise<object> {
    return this.feedback.remove(actor, id, metric, timestamp);
  }
}
