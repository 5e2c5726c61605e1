import { once } from '@app/common';
import { entityTypes } from '../../types/entity-types';
import type { JsonSchema } from '../../definition/json-schema';
import { answerSchema } from '../../schema/answer-schema';
import { SHARED_PARTS } from '../../schema/shared-parts';

const PART = '#/$defs/';
/** Suffixes of text fields: `name.keyword` is a field if `name` is one. */
const FORM = /\.(keyword|stem)$/;

/** Whether the documents of some entity type have a property at this path, such as `columns.tags.tagFQN`. */
export function isFieldOfSomeType(name: string): boolean {
  const path = name.replace(FORM, '').split('.');
  return schemas().some((schema) => hasPath(schema, path));
}

/** The schemas of every type. Initialised on first use: by then dependent libraries have registered their types, and none is added later. */
const schemas = once(() => entityTypes.all().map(answerSchema));

/**
 * Descends into arrays. An open object has only its listed members: the members of `extension` are declared separately, as custom
 * properties.
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
