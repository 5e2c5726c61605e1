import type { Actor } from '@app/common';
import { ConnectionKinds } from '@app/data';
import { Controller, Get } from '@nestjs/common';
import { ApiOperation, ApiTags } from '@nestjs/swagger';
import { Access, CurrentActor } from '../http/access';
import { Answer } from '../http/described';
import { CONNECTION_KINDS, CONNECTION_KINDS_SCHEMA } from './connection.examples';

/** The kinds of connections that database services have. */
@ApiTags('data')
@Controller('v1/services/databaseServices/connectionKinds')
export class ConnectionKindController {
  constructor(private readonly kinds: ConnectionKinds) {}

  @Get()
  @Access({ operation: 'ConnectData', resource: 'databaseService' })
  @ApiOperation({
    operationId: 'listConnectionKinds',
    summary: 'List kinds of connections, each with its JSON schema',
    description:
      'The schema describes connection.config of a database service: titles, defaults, what is required. Secrets have format password; what is writeOnly is shown as a mask, which means, when it is sent back: keep what is stored. x-connection-string says which part of a connection string a member is. Other members are ignored.',
  })
  @Answer(200, 'One entry for each engine', CONNECTION_KINDS_SCHEMA, CONNECTION_KINDS)
  list(@CurrentActor() actor: Actor): object {
    return { data: this.kinds.list(actor) };
  }
}
