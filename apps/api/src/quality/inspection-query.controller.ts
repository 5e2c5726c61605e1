import { attributeCheck, EntityWriter, entityTypes } from '@app/catalog';
import { badRequest, type Actor } from '@app/common';
import { Body, Controller, Put, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { sendWritten } from '../entities/entity-answer';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity } from '../http/described';
import { UuidParam } from '../http/input';
import { AcceptsText } from '../http/parsing';
import { answered } from './evidence.examples';

const TEST_CASE = entityTypes.get('testCase');
const CHECK = attributeCheck(TEST_CASE, 'inspectionQuery');
const QUERY = 'select * from orders where order_id is null';

/** The query that finds the rows that fail a test, under the path at which runners of tests write it. */
@ApiTags('dataQuality/testCases')
@ShowsEntity(TEST_CASE)
@Controller(`v1/${TEST_CASE.collection}`)
export class InspectionQueryController {
  constructor(private readonly writer: EntityWriter) {}

  @Put(':id/inspectionQuery')
  @Access({ operation: ['EditAll', 'EditTests'], resource: TEST_CASE.type })
  @AcceptsText()
  @ApiOperation({
    operationId: 'putTestCaseInspectionQuery',
    summary: 'Set the query that finds the rows that fail a test case',
    description: 'The body is the query as `text/plain`, or as a JSON string.',
  })
  @ApiBody({ schema: { type: 'string', minLength: 1 }, examples: { example: { value: QUERY } } })
  @Answer(200, 'The test case', entity('TestCase'), answered(TEST_CASE.type, { inspectionQuery: QUERY }))
  async put(
    @CurrentActor() actor: Actor,
    @UuidParam('id') id: string,
    @Body() body: unknown,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    if (typeof body !== 'string' || !body) throw badRequest('The body must be the text of the query');
    CHECK(body);
    const patch = [{ op: 'add', path: '/inspectionQuery', value: body }];
    sendWritten(reply, await this.writer.patch(actor, TEST_CASE, { id }, patch), TEST_CASE.collection, false);
  }
}
