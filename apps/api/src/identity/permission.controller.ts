import { Permissions, type ResourcePermission } from '@app/catalog';
import { OPERATIONS, type Actor } from '@app/common';
import { Controller, Get, Param, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, pageOf } from '../http/described';
import { FqnParam, UuidParam } from '../http/input';
import { component, list, object, oneOf, text } from '../http/schemas';
import { PermissionQuery } from './identity.dto';
import { TABLE_PERMISSIONS } from './identity.examples';

const ACCESS = ['allow', 'conditionalAllow', 'conditionalDeny', 'deny', 'notAllow'];
const DECIDED_BY = ['administrator', 'administrators', 'hidden', 'nothing', 'oneself', 'owner', 'rule'];

const RESOURCE_PERMISSION = object({
  resource: text,
  permissions: list(
    component('OperationPermission', {
      operation: oneOf(OPERATIONS),
      access: oneOf(
        ACCESS,
        'deny: a rule denies it. notAllow: nothing allows it. conditionalAllow, conditionalDeny: it is allowed, or denied, on some objects only.',
      ),
      'by?': oneOf(
        DECIDED_BY,
        'Reason of the decision, for administrators and owners. administrator: the principal is one. administrators: reserved for them. hidden: the rule hides the entity or one of its ancestors from the principal.',
      ),
      'rule?': { type: 'string', description: 'The rule that decided.' },
      'policy?': { type: 'string', description: 'The policy that contains the rule.' },
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
  @ApiOperation({ operationId: 'listPermissions', summary: 'Read the permissions of a user on every resource' })
  @Answer(200, 'Permissions by entity type, then by other resources', pageOf(RESOURCE_PERMISSION), {
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
  @ApiOperation({ operationId: 'getPermissions', summary: 'Read the permissions of a user on a resource' })
  @Answer(200, 'Permissions on entities of this type in general', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
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
  @ApiOperation({ operationId: 'getEntityPermissions', summary: 'Read the permissions of a user on an entity' })
  @Answer(200, 'The configuration does not depend on conditions.', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
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
  @ApiOperation({
    operationId: 'getEntityPermissionsByName',
    summary: 'Read the permissions of a user on an entity, named by its FQN',
  })
  @Answer(200, 'The configuration does not depend on conditions.', RESOURCE_PERMISSION, TABLE_PERMISSIONS)
  ofNamedEntity(
    @CurrentActor() actor: Actor,
    @Param('resource') type: string,
    @FqnParam() fqn: string,
    @Query() { as }: PermissionQuery,
  ): Promise<ResourcePermission> {
    return this.permissions.ofObject(actor, type, fqn, as);
  }
}
