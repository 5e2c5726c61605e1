import {
  array,
  base,
  byRequest,
  connection,
  defineEntityType,
  openObject,
  part,
  readOnly,
} from '../../definition/build';
import type { Attribute, EntityType } from '../../definition/entity-type';
import type { JsonSchema } from '../../definition/json-schema';

interface Service {
  readonly type: string;
  readonly description: string;
  /** The available kinds: `Postgres`, `Kafka` … */
  readonly kinds: JsonSchema;
  readonly attributes?: Readonly<Record<string, Attribute>>;
  readonly example: Readonly<Record<string, unknown>>;
}

const snakeCase = (type: string): string => type.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** States whether the list is closed, which differs between types. */
function kindOfService(kinds: JsonSchema, { serviceType }: Service['example']): string {
  const rule = kinds.enum
    ? 'The list is closed.'
    : `${kinds.description} Written as vendors write it, such as ${String(serviceType)}.`;
  return `The kind of the service. ${rule}`;
}

/** A service: the root of its assets. Its collection is `services/<type>s`. */
export function defineService({ type, description, kinds, attributes, example }: Service): EntityType {
  return defineEntityType({
    type,
    collection: `services/${type}s`,
    traits: { service: true },
    description,
    attributes: {
      serviceType: base({ ...kinds, description: kindOfService(kinds, example) }),
      connection,
      ingestionRunner: byRequest(part('EntityReference')),
      pipelines: readOnly(byRequest(array(part('EntityReference')))),
      testConnectionResult: readOnly(byRequest(openObject)),
      ...attributes,
    },
    required: ['serviceType'],
    search: { index: `${snakeCase(type)}_search_index` },
    example,
  });
}
