import { entityTypes, SuiteTests } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Delete, Put, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { LogicalTestCases } from './evidence.dto';
import { answered, LOGICAL_TEST_CASES, SHOWN_LOGICAL_SUITE } from './evidence.examples';

const SUITE = entityTypes.get('testSuite');
const CASE = entityTypes.get('testCase');
const EDIT = { operation: ['EditTests', 'EditAll'], resource: SUITE.type } as const;

/** The test cases of logical suites, under the paths of the reference's clients. */
@ApiTags(CASE.collection)
@Controller(`v1/${CASE.collection}/logicalTestCases`)
export class LogicalTestCaseController {
  constructor(private readonly tests: SuiteTests) {}

  @Put()
  @ShowsEntity(SUITE)
  @Access(EDIT)
  @ApiOperation({
    operationId: 'addLogicalTestCases',
    summary: 'Add test cases to a logical test suite',
    description:
      'All or none are added. A suite without a table is a logical suite; `fields=tests` shows its test cases.',
  })
  @Takes(LogicalTestCases, LOGICAL_TEST_CASES)
  @Answer(200, 'The suite', entity('TestSuite'), SHOWN_LOGICAL_SUITE)
  async add(
    @CurrentActor() actor: Actor,
    @Body() { testSuiteId, testCaseIds }: LogicalTestCases,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.tests.add(actor, testSuiteId, testCaseIds), SUITE.collection, false);
  }

  @Delete(':testSuiteId/:id')
  @ShowsEntity(CASE)
  @Access(EDIT)
  @ApiOperation({
    operationId: 'removeLogicalTestCase',
    summary: 'Remove a test case from a logical test suite',
    description: 'The test case is not deleted.',
  })
  @Answer(200, 'The test case', entity('TestCase'), answered(CASE.type, {}))
  async remove(
    @CurrentActor() actor: Actor,
    @UuidParam('testSuiteId') testSuiteId: string,
    @UuidParam() id: string,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendWritten(reply, await this.tests.remove(actor, testSuiteId, id), CASE.collection, false);
  }
}
