import type { EntityType } from '@app/catalog';
import { SpeaksYaml } from '../http/representation/yaml/speaks-yaml.decorator';

/** The controller of a type speaks YAML beside JSON where the type's declaration says so. */
export function speaksAs({ yaml }: EntityType): ClassDecorator {
  return yaml ? SpeaksYaml() : () => undefined;
}
