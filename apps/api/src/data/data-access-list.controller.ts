import type { Actor } from '@app/common';
import { DataAccessService } from '@app/data';
import { Controller, Get, Query } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { DataAccessQuery } from './data-access.dto';
import { SHOWN_ACCESS, SHOWN_ACCESSES_SCHEMA } from './data.examples';

/** Data access of a service as a list, which is empty where it has none. */
@ApiTags('data')
@Controller('v1/services/databaseServices/dataAccess')
export class DataAccessListController {
  constructor(private readonly accesses: DataAccessService) {}

  @Get()
  @Access({ operation: 'ConnectData', resource: 'databaseService' })
  @ApiOperation({
    operationId: 'listDataAccess',
    summary: 'List the data access of a service',
    description: 'The list is empty where the service has none.',
  })
  @Answer(200, 'At most one data access', SHOWN_ACCESSES_SCHEMA, { data: [SHOWN_ACCESS] })
  async list(@CurrentActor() actor: Actor, @Query() { service }: DataAccessQuery): Promise<object> {
    const access = await this.accesses.shown(actor, service);
    return { data: access ? [access] : [] };
  }
}
