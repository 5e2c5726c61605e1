import { entityTypes } from '../../definition/entity-types';
import type { JsonSchema } from '../../definition/json-schema';
import { answerSchema } from '../../schema/answer-schema';
import { SHARED_PARTS } from '../../schema/shared-parts';

const PART = '#/$defs/';
/** Forms of a text field: `name.keyword` is a field where `name` is one. */
const FORM = /\.(keyword|stem)$/;

/** Whether the documents of some entity type have a property at this path, such as `columns.tags.tagFQN`. */
export function isFieldOfSomeType(name: string): boolean {
  const path = name.replace(FORM, '').split('.');
  schemas ??= entityTypes.all().map(answerSchema);
  return schemas.some((schema) => hasPath(schema, path));
}

/** Of every type. Made at the first question: by then libraries above have registered theirs, and none comes later. */
let schemas: readonly JsonSchema[] | undefined;

/**
 * Arrays are looked into. An open object has what it lists and no more: what the `extension` of a type may hold is declared
 * elsewhere, as custom properties.
 */
function hasPath(schema: JsonSchema, path: readonly string[]): boolean {
  const [step, ...rest] = path;
  if (step === undefined) return true;
  const own = schema.properties && Object.hasOwn(schema.properties, step) ? schema.properties[step] : undefined;
  if (own && hasPath(own, rest)) return true;
  return innerSchemas(schema).some((inner) => hasPath(inner, path));
}

function innerSchemas({ $ref, items, anyOf = [], oneOf = [] }: JsonSchema): JsonSchema[] {
  const part = $ref?.startsWith(PART) ? SHARED_PARTS[$ref.slice(PART.length)] : undefined;
  return [...(part ? [part] : []), ...(items ? [items] : []), ...anyOf, ...oneOf];
}
