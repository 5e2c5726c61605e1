import type { Actor } from '@app/common';
import { OdcsService } from '@app/contracts';
import { Controller, Get, Query, Res } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { sendJson } from '../entities/entity-answer';
import type { RawQuery } from '../entities/query-reader';
import { Access, CurrentActor } from '../http/access';
import { FqnParam, UuidParam } from '../http/input';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { DocumentAnswer, sendYaml, YamlAnswer } from './odcs-answer';
import { VersionQuery, versionQuery } from './odcs-query';

const resource = 'dataContract';

/** Contracts going out as documents of the Open Data Contract Standard. */
@ApiTags('odcs')
@Controller('v1/dataContracts')
export class OdcsExportController {
  constructor(private readonly odcs: OdcsService) {}

  @Get(':id/odcs')
  @SpeaksYaml()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcs', summary: 'Read a contract as an ODCS document' })
  @VersionQuery()
  @DocumentAnswer()
  async byId(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, JSON.stringify(await this.odcs.export(actor, { id }, versionQuery(query))));
  }

  @Get(':id/odcs/yaml')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcsYaml', summary: 'Read a contract as an ODCS document in YAML' })
  @VersionQuery()
  @YamlAnswer()
  async byIdYaml(
    @CurrentActor() actor: Actor,
    @UuidParam() id: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendYaml(reply, await this.odcs.export(actor, { id }, versionQuery(query)));
  }

  @Get('name/:fqn/odcs')
  @SpeaksYaml()
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({ operationId: 'exportOdcsByName', summary: 'Read a contract, named by its FQN, as an ODCS document' })
  @VersionQuery()
  @DocumentAnswer()
  async byName(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendJson(reply, JSON.stringify(await this.odcs.export(actor, { fqn }, versionQuery(query))));
  }

  @Get('name/:fqn/odcs/yaml')
  @Access({ operation: 'ViewBasic', resource })
  @ApiOperation({
    operationId: 'exportOdcsYamlByName',
    summary: 'Read a contract, named by its FQN, as an ODCS document in YAML',
  })
  @VersionQuery()
  @YamlAnswer()
  async byNameYaml(
    @CurrentActor() actor: Actor,
    @FqnParam() fqn: string,
    @Query() query: RawQuery,
    @Res() reply: FastifyReply,
  ): Promise<void> {
    sendYaml(reply, await this.odcs.export(actor, { fqn }, versionQuery(query)));
  }
}
