import { Permissions, type ResourcePermission } from '@app/catalog';
import { OPERATIONS, type Actor } from '@app/common';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { list, object, oneOf, text } from '../http/schemas';
import { PermissionQuery } from './identity.dto';
import { TABLE_PERMISSIONS } from './identity.examples';

const ACCESS = ['allow', 'conditionalAllow', 'conditionalDeny', 'deny', 'notAllow'];
const DECIDED_BY = ['administrator', 'administrators', 'hidden', 'nothing', 'oneself', 'owner', 'rule'];

const RESOURCE_PERMISSION = object({
  resource: text,
  permissions: list(
    object({
      operation: oneOf(OPERATIONS),
      access: oneOf(
        ACCESS,
        'deny: a rule denies it. notAllow: nothing allows it. conditionalAllow, conditionalDeny: it is allowed, or denied, on some objects only.',
      ),
      'by?': oneOf(
        DECIDED_BY,
        'What decided, for administrators. administrator: the principal is one. administrators: only they may. hidden: the principal may not view the entity, by the rule, or something above it.',
      ),
      'rule?': { type: 'string', description: 'The rule that decided, for administrators.' },
      'policy?': { type: 'string', description: 'The policy that holds it.' },
      'condition?': { type: 'string', description: 'Its condition.' },
    }),
  ),
});

const Resource = ApiParam({ name: 'resource', schema: text, example: 'table' });

@ApiTags('identity')
@Controller('v1/permissions')
export class PermissionController {
  constructor(private readonly permissions: Permissions) {}

  @Get()
  @AnyPrincipal()
  @ApiOperation({ operationId: 'listPermissions', summary: 'What one may do, on every resource' })
  @Answer(200, 'The entity types, then other resources.', pageOf(RESOURCE_PERMISSION), {
    data: [TABLE_PERMISSIONS],
    paging: { total: 1 },
  })
  async list(@CurrentActor() actor: Actor, @Query() { as }: PermissionQuery): Promise<object> {
    const data = await this.permissions.list(actor, as);
    return { data, paging: { total: data.length } };
  }

  @Get(':resource')
  @AnyPrincipal()
  @Resource
  @ApiOperation({ operationId: 'getPermissions', summary: 'What one may do on a resource' })
  @Answer(200, 'On objects of the kind in general.', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
  ofResource(
    @CurrentActor() actor: Actor,
    @Param('resource') resource: string,
    @Query() { as }: PermissionQuery,
  ): Promise<ResourcePermission> {
    return this.permissions.ofResource(actor, resource, as);
  }

  @Get(':resource/:id')
  @AnyPrincipal()
  @Resource
  @ApiOperation({ operationId: 'getEntityPermissions', summary: 'What one may do on an entity' })
  @Answer(200, 'Nothing depends on a condition any more.', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
  ofEntity(
    @CurrentActor() actor: Actor,
    @Param('resource') type: string,
    @UuidParam() id: string,
    @Query() { as }: PermissionQuery,
  ): Promise<ResourcePermission> {
    return this.permissions.ofObject(actor, type, id, as);
  }

  @Get(':resource/name/:fqn')
  @AnyPrincipal()
  @Resource
  @ApiOperation({ operationId: 'getEntityPermissionsByName', summary: 'What one may do on a named entity' })
  @Answer(200, 'Nothing depends on a condition any more.', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
  ofNamedEntity(
    @CurrentActor() actor: Actor,
    @Param('resource') type: string,
    @FqnParam() fqn: string,
    @Query() { as }: PermissionQuery,
  ): Promise<ResourcePermission> {
    return this.permissions.ofObject(actor, type, fqn, as);
  }
}
