import { applyDecorators } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { LINEAGE_TYPES } from '@app/lineage';
import { oneOf } from '../http/schemas';

/** Says in the API document what these parts of a path are: types of assets. */
export function AssetTypes(...names: readonly string[]): MethodDecorator {
  return applyDecorators(...names.map((name) => ApiParam({ name, schema: oneOf(LINEAGE_TYPES), example: 'table' })));
}
