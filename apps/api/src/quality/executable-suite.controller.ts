import { EntityWriter, entityTypes } from '@app/catalog';
import { badRequest, type Actor } from '@app/common';
import { Body, Controller, Put, Req, Res } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { precondition, sendWritten } from '../entities/entity-answer';
import { capitalized, createSchema } from '../entities/entity-schemas';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { Access, CurrentActor } from '../http/access';
import { Answer, entity } from '../http/described';
import { TakesIfMatch } from '../http/input';
import { EXECUTABLE_SUITE, SHOWN_SUITE } from './evidence.examples';

const SUITE = entityTypes.get('testSuite');
const resource = 'testSuite';
/** The two names under which clients give the table of a suite. */
const TABLE_PROPERTIES = ['basicEntityReference', 'executableEntityReference'];

/** The body by either name, each a class of its own for clients. */
const SUITE_OF_TABLE = {
  anyOf: TABLE_PROPERTIES.map((name) => {
    const { required, ...body } = createSchema(SUITE);
    return { title: `CreateTestSuiteBy${capitalized(name)}`, ...body, required: [...(required as string[]), name] };
  }),
};

/** The suite of one table under the path at which the reference's clients make it. */
@ApiTags('dataQuality/testSuites')
@Controller(`v1/${SUITE.collection}`)
export class ExecutableSuiteController {
  constructor(private readonly writer: EntityWriter) {}

  @Put('executable')
  @ShowsEntity(SUITE)
  @Access({ operation: ['Create', 'EditAll', 'EditDescription', 'EditTags', 'EditOwners'], resource })
  @ApiOperation({
    operationId: 'createOrUpdateExecutableTestSuite',
    summary: 'Create or replace the test suite of a table',
  })
  @TakesIfMatch()
  @ApiBody({ schema: SUITE_OF_TABLE, examples: { example: { value: EXECUTABLE_SUITE } } })
  @Answer(200, 'The changed suite', entity('TestSuite'), SHOWN_SUITE)
  @Answer(201, 'The new suite; Location names it', entity('TestSuite'), SHOWN_SUITE)
  async put(
    @CurrentActor() actor: Actor,
    @Body() body: unknown,
    @Req() request: FastifyRequest,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    requireTable(body);
    const answer = await this.writer.put(actor, SUITE, body, { precondition: precondition(request) });
    sendWritten(reply, answer, SUITE.collection, answer.created);
  }
}

function requireTable(body: unknown): void {
  const given = (typeof body === 'object' && body !== null ? body : {}) as Record<string, unknown>;
  if (TABLE_PROPERTIES.some((name) => given[name] != null)) return;
  const message = 'is required: the table, by FQN or reference; a suite of many tables is made at testSuites';
  throw badRequest(`basicEntityReference ${message}`, [{ field: 'basicEntityReference', message }]);
}
