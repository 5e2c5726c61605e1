import { CUSTOM_PROPERTY_SCHEMA, MetadataTypes, type MetadataType, type TypeList } from '@app/catalog';
import type { Actor } from '@app/common';
import { Body, Controller, Delete, Get, Param, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiTags } from '@nestjs/swagger';
import { Access, AnyPrincipal, CurrentActor } from '../http/access';
import { Answer, pageOf, Takes } from '../http/described';
import { UuidParam } from '../http/input';
import { component, list, object, text, uuid } from '../http/schemas';
import { CUSTOM_PROPERTY, METADATA_TYPE } from './metadata-types.examples';
import { MetadataTypeListQuery } from './metadata-type-list.query';
import { MetadataTypeQuery, NamedMetadataTypeQuery } from './metadata-type.query';

const administrators = { operation: 'EditAll', resource: 'setting' } as const;
const PROPERTY = component('CustomProperty', {
  name: text,
  'displayName?': text,
  description: text,
  propertyType: object({ name: text }),
  'customPropertyConfig?': object({ config: {} }),
});
const TYPE = {
  title: 'MetadataType',
  type: 'object',
  required: ['id', 'name', 'category'],
  properties: { id: uuid, name: text, category: text, customProperties: list(PROPERTY) },
  additionalProperties: true,
};
const NamedType = ApiParam({ name: 'type', schema: text, example: 'table' });
const NamedProperty = ApiParam({ name: 'property', schema: text, example: 'criticality' });

/** The types of the catalog, and the custom properties that the `extension` of each entity type declares. */
@ApiTags('metadata types')
@Controller('v1/metadata/types')
export class MetadataTypesController {
  constructor(private readonly types: MetadataTypes) {}

  @Get()
  @AnyPrincipal()
  @ApiOperation({ operationId: 'listMetadataTypes', summary: 'List the types of entities or of values' })
  @Answer(200, 'A page of types', pageOf(TYPE), { data: [METADATA_TYPE], paging: { total: 1 } })
  list(@Query() { category, limit, before, after }: MetadataTypeListQuery): Promise<TypeList> {
    return this.types.list({ category, limit, before, after });
  }

  @Get(':id')
  @AnyPrincipal()
  @ApiOperation({ operationId: 'getMetadataType', summary: 'Read a type by id' })
  @Answer(200, 'The type', TYPE, METADATA_TYPE)
  byId(@UuidParam() id: string, @Query() _query: MetadataTypeQuery): Promise<MetadataType> {
    return this.types.get(id);
  }

  @Get('name/:type')
  @AnyPrincipal()
  @NamedType
  @ApiOperation({ operationId: 'getMetadataTypeByName', summary: 'Read a type by name' })
  @Answer(200, 'The type', TYPE, METADATA_TYPE)
  byName(@Param('type') type: string, @Query() _query: NamedMetadataTypeQuery): Promise<MetadataType> {
    return this.types.get(type);
  }

  @Put(':id')
  @Access(administrators)
  @ApiOperation({
    operationId: 'putCustomProperty',
    summary: 'Declare or change a custom property of an entity type',
    description:
      'Values of the property are checked from the next write on; stored values stay. Undeclared members of an extension are not checked.',
  })
  @Takes(CUSTOM_PROPERTY_SCHEMA, CUSTOM_PROPERTY)
  @Answer(200, 'The type with the property', TYPE, METADATA_TYPE)
  put(@CurrentActor() actor: Actor, @UuidParam() id: string, @Body() body: unknown): Promise<MetadataType> {
    return this.types.putProperty(actor, id, body);
  }

  @Put('name/:type')
  @Access(administrators)
  @NamedType
  @ApiOperation({ operationId: 'putCustomPropertyByName', summary: 'Declare a custom property of a named entity type' })
  @Takes(CUSTOM_PROPERTY_SCHEMA, CUSTOM_PROPERTY)
  @Answer(200, 'The type with the property', TYPE, METADATA_TYPE)
  putByName(@CurrentActor() actor: Actor, @Param('type') type: string, @Body() body: unknown): Promise<MetadataType> {
    return this.types.putProperty(actor, type, body);
  }

  @Delete('name/:type/customProperties/:property')
  @Access(administrators)
  @NamedType
  @NamedProperty
  @ApiOperation({
    operationId: 'deleteCustomProperty',
    summary: 'Remove a custom property; its values stay and are not checked',
  })
  @Answer(200, 'The type without the property', TYPE, { ...METADATA_TYPE, customProperties: [] })
  remove(
    @CurrentActor() actor: Actor,
    @Param('type') type: string,
    @Param('property') property: string,
  ): Promise<MetadataType> {
    return this.types.deleteProperty(actor, type, property);
  }
}
