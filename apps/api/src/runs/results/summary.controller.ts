import type { Actor } from '@app/common';
import { SummaryService } from '@app/results';
import type { ResultSummary } from '@app/results';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../../http/access';
import { UuidParam } from '../../http/input';
import { Answer } from '../../http/described';
import { SpeaksYaml } from '../../http/representation/yaml/speaks-yaml.decorator';
import { SUMMARY, SUMMARY_SCHEMA } from './summary-schema';
import { SummaryParameters } from './summary.query';

/** What the results of a contract come to. */
@ApiTags('results')
@SpeaksYaml()
@Controller('v1/dataContracts')
export class SummaryController {
  constructor(private readonly summaries: SummaryService) {}

  @Get(':id/results/summary')
  @Access({ operation: 'ViewBasic', resource: 'dataContract' })
  @ApiOperation({ operationId: 'summarizeResults', summary: 'Sum up the results of a contract, with their trend' })
  @Answer(200, 'The summary', SUMMARY_SCHEMA, SUMMARY)
  summary(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: SummaryParameters,
  ): Promise<ResultSummary> {
    return this.summaries.summary(actor, id, query);
  }
}
