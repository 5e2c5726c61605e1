import { notFound, uuidOfText } from '@app/common';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal } from '../http/access';
import { Answer } from '../http/described';
import { text } from '../http/schemas';
import { ConnectionDefinitionQuery } from './ingestion.dto';
import {
  CONNECTION_DEFINITION,
  CONNECTION_DEFINITION_SCHEMA,
  PROFILER_SETTING,
  PROFILER_SETTING_SCHEMA,
} from './ingestion.examples';

/** A kind of service, and what every name of a definition ends in. */
const DEFINITION = /^[A-Za-z][A-Za-z0-9_]{0,63}\.testConnectionDefinition$/;

/** Answers the questions that ingestion asks before it begins. The catalog tests no connections and restricts no metrics: it says so. */
@ApiTags('ingestion')
@Controller('v1')
export class IngestionSettingsController {
  @Get('services/testConnectionDefinitions/name/:fqn')
  @AnyPrincipal()
  @ApiParam({ name: 'fqn', schema: text, example: CONNECTION_DEFINITION.name })
  @ApiOperation({
    operationId: 'getTestConnectionDefinition',
    summary: 'Read the steps by which ingestion tests a connection: none, for every kind of service',
  })
  @Answer(200, 'The definition', CONNECTION_DEFINITION_SCHEMA, CONNECTION_DEFINITION)
  connectionDefinition(
    @Param('fqn') name: string,
    @Query() _query: ConnectionDefinitionQuery,
  ): typeof CONNECTION_DEFINITION {
    if (!DEFINITION.test(name)) throw notFound('testConnectionDefinition', name);
    return { id: uuidOfText(name), name, fullyQualifiedName: name, steps: [] };
  }

  @Get('system/settings/profilerConfiguration')
  @AnyPrincipal()
  @ApiOperation({
    operationId: 'getProfilerConfiguration',
    summary: 'Read which metrics profilers leave out, by type of column: none',
  })
  @Answer(200, 'The setting', PROFILER_SETTING_SCHEMA, PROFILER_SETTING)
  profilerConfiguration(): typeof PROFILER_SETTING {
    return PROFILER_SETTING;
  }
}
