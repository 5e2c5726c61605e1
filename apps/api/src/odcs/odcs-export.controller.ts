import type { Actor } from '@app/common';
import { OdcsExport } from '@app/contracts';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { FqnParam, UuidParam } from '../http/input';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { DocumentAnswer, sendYaml, YamlAnswer } from './odcs-answer';
import { exportVersion, VersionQuery } from './odcs-query';

const resource = 'dataContract';

/** Exports contracts as documents of the Open Data Contract Standard. */
@ApiTags('odcs')
@Controller('v1/dataContracts')
export class OdcsExportController {
  constructor(private readonly odcs: OdcsExport) {}

  @Get(':id/odcs')
  @SpeaksYaml()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcs', summary: 'Read a contract as an ODCS document' })
  @DocumentAnswer()
  async byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: VersionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, JSON.stringify(await this.odcs.document(actor, { id }, exportVersion(query))));
  }

  @Get(':id/odcs/yaml')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcsYaml', summary: 'Read a contract as an ODCS document in YAML' })
  @YamlAnswer()
  async byIdYaml(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: VersionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendYaml(reply, await this.odcs.document(actor, { id }, exportVersion(query)));
  }

  @Get('name/:fqn/odcs')
  @SpeaksYaml()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcsByName', summary: 'Read a contract, named by its FQN, as an ODCS document' })
  @DocumentAnswer()
  async byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: VersionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, JSON.stringify(await this.odcs.document(actor, { fqn }, exportVersion(query))));
  }

  @Get('name/:fqn/odcs/yaml')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'exportOdcsYamlByName',
    summary: 'Read a contract, named by its FQN, as an ODCS document in YAML',
  })
  @YamlAnswer()
  async byNameYaml(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: VersionQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendYaml(reply, await this.odcs.document(actor, { fqn }, exportVersion(query)));
  }
}
