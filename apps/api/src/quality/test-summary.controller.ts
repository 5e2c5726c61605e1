import type { Actor } from '@app/common';
import { TestSummaries, type TestSummary } from '@app/quality';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { TestSummaryQuery } from './evidence.dto';
import { TEST_SUMMARY, TEST_SUMMARY_SCHEMA } from './evidence.examples';

/** How the test cases of a suite stand. */
@ApiTags('dataQuality/testSuites')
@Controller('v1/dataQuality/testSuites/executionSummary')
export class TestSummaryController {
  constructor(private readonly summaries: TestSummaries) {}

  @Get()
  @Access({ operation: 'ViewBasic', resource: 'testSuite' })
  @ApiOperation({
    operationId: 'getTestExecutionSummary',
    summary: 'Count the test cases of a test suite by their newest results',
    description: 'Counts test cases that the caller may see; the total includes those without a result.',
  })
  @Answer(200, 'The counts', TEST_SUMMARY_SCHEMA, TEST_SUMMARY)
  get(@CurrentActor() actor: Actor, @Query() { testSuiteId }: TestSummaryQuery): Promise<TestSummary> {
    return this.summaries.ofSuite(actor, testSuiteId);
  }
}
