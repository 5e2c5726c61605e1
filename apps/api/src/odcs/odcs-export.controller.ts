import { OdcsExport } from '@app/contracts';
import type { Actor } from '@app/common';
import { Controller, Get, Query, Res, type Type } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import type { FastifyReply } from 'fastify';
import { sendJson } from '../http/representation/answer';
import { Access, CurrentActor } from '../http/access';
import { BY_NAME, type PathKey } from '../http/input';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';
import { DocumentAnswer, sendYaml, YamlAnswer } from './odcs-answer';
import { exportVersion, VersionQuery } from './odcs-query';

const resource = 'dataContract';

/** Exports contracts as documents of the Open Data Contract Standard. */
export function odcsExportController(by: PathKey): Type<unknown> {
  const read = by === BY_NAME ? 'Read a contract, named by its FQN,' : 'Read a contract';

  @ApiTags('odcs')
  @Controller(`v1/dataContracts/${by.path}/odcs`)
  class OdcsExportController {
    constructor(private readonly odcs: OdcsExport) {}

    @Get()
    @SpeaksYaml()
    @Access({ operation: 'ViewBasic', resource })
    @ApiOperation({ operationId: `exportOdcs${by.suffix}`, summary: `${read} as an ODCS document` })
    @DocumentAnswer()
    async json(
      @CurrentActor() actor: Actor,
      @by.Param() contract: string,
      @Query() query: VersionQuery,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendJson(reply, JSON.stringify(await this.odcs.document(actor, by.keyOf(contract), exportVersion(query))));
    }

    @Get('yaml')
    @Access({ operation: 'ViewBasic', resource })
    @ApiOperation({ operationId: `exportOdcsYaml${by.suffix}`, summary: `${read} as an ODCS document in YAML` })
    @YamlAnswer()
    async yaml(
      @CurrentActor() actor: Actor,
      @by.Param() contract: string,
      @Query() query: VersionQuery,
      @Res() reply: FastifyReply,
    ): Promise<void> {
      sendYaml(reply, await this.odcs.document(actor, by.keyOf(contract), exportVersion(query)));
    }
  }
  return OdcsExportController;
}
