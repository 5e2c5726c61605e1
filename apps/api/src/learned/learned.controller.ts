import type { Actor } from '@app/common';
import {
  FeedbackService,
  LearnedService,
  METRICS,
  WarningService,
  type Learned,
  type LearnedSeries,
  type Metric,
} from '@app/learned';
import { Body, Controller, Delete, Get, Put, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { Access, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { ChoiceParam, TimestampParam, UuidParam } from '../http/input';
import { sendJson } from '../http/representation/answer';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { LearnedFeedbackDto, LearnedFeedbackQuery, LearnedQuery, LearnedSeriesQuery } from './learned.dto';
import {
  FEEDBACK,
  FEEDBACK_SCHEMA,
  LEARNED,
  LEARNED_SCHEMA,
  SENT_FEEDBACK,
  SERIES,
  SERIES_SCHEMA,
  WARNING,
  WARNING_SCHEMA,
} from './learned.examples';

const View = Access({ operation: 'ViewBasic', resource: 'dataContract' });
const RIGHTS = 'Needs EditTests on the asset of the contract, or ownership.';

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
    summary: 'Check whether data arrived as usual',
    description:
      'Compares with the profiles (volume) or the refreshes (freshness) of the last 180 days. A value is unusual if it fits none of the estimates: same hour of the week, same day of the month, points marked as expected. It affects results only if the contract lists it in sla.learned.',
  })
  @Answer(200, 'The assessment', LEARNED_SCHEMA, LEARNED)
  of(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: LearnedQuery): Promise<Learned> {
    return this.learned.of(actor, id, query);
  }

  @Get(':id/learned/series')
  @View
  @ApiOperation({
    operationId: 'getLearnedSeries',
    summary: 'List the newest points, each compared with the points before it',
    description: 'One request for a chart: the same assessment as of one point, for each of the newest.',
  })
  @Answer(200, 'The points', SERIES_SCHEMA, SERIES)
  series(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: LearnedSeriesQuery,
  ): Promise<LearnedSeries> {
    return this.learned.series(actor, id, query);
  }

  @Get(':id/learned/feedback')
  @View
  @ApiOperation({ operationId: 'listLearnedFeedback', summary: 'List the feedback on points, newest point first' })
  @Answer(200, 'The feedback', pageOf(FEEDBACK_SCHEMA), { data: [FEEDBACK], paging: { total: 1 } })
  list(@CurrentActor() actor: Actor, @UuidParam() id: string, @Query() query: LearnedFeedbackQuery): Promise<object> {
    return this.feedback.list(actor, id, query);
  }

  @Get(':id/learned/warnings')
  @View
  @ApiOperation({
    operationId: 'listLearnedWarnings',
    summary: 'List anomalies (runs of unusual points), newest first',
    description:
      'Anomalies are detected within a minute if the policy of the contract warns (`learned.freshness`, `learned.volume`).',
  })
  @Answer(200, 'The anomalies', pageOf(WARNING_SCHEMA), { data: [WARNING], paging: { total: 1 } })
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
    summary: 'Mark a point as expected or as an anomaly',
    description: `${RIGHTS} A second request for the same point replaces the first.`,
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
    summary: 'Remove the feedback on a point',
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
