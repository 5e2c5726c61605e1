import type { EntityType } from '@app/catalog';
import { applyDecorators } from '@nestjs/common';
import { ShowsEntity } from '../compatibility/shows-entity.decorator';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';

/** The controller answers with entities of a type, and speaks YAML beside JSON where the type's declaration says so. */
export function speaksAs(entityType: EntityType): ClassDecorator {
  return applyDecorators(ShowsEntity(entityType), ...(entityType.yaml ? [SpeaksYaml()] : []));
}
