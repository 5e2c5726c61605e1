import { isObject } from '@app/common';
import { keyword, type Shape } from './shape';

/** The alternatives of `oneOf`, else of `anyOf`, but null; undefined where the schema has neither. */
export function alternativesOf(shape: Shape): readonly unknown[] | undefined {
  const found = keyword(shape, 'oneOf') ?? keyword(shape, 'anyOf');
  return Array.isArray(found) ? found.filter((one) => !isOnlyNull(one)) : undefined;
}

/** Whether the schema allows null as one of its types, values or alternatives. */
export function isNull(shape: Shape): boolean {
  const type = keyword(shape, 'type');
  const values = keyword(shape, 'enum');
  const alternatives = keyword(shape, 'oneOf') ?? keyword(shape, 'anyOf');
  return (
    (Array.isArray(type) && type.includes('null')) ||
    (Array.isArray(values) && values.includes(null)) ||
    (Array.isArray(alternatives) && alternatives.some(isOnlyNull))
  );
}

/** The types that a schema states, or that its keywords are about; null aside, unless it is the only one. */
export function kindsOf(shape: Shape): readonly string[] {
  const type = keyword(shape, 'type');
  const stated = (Array.isArray(type) ? type : [type]).filter((one): one is string => typeof one === 'string');
  const values = stated.filter((one) => one !== 'null');
  if (values.length || stated.length) return values.length ? [...new Set(values)] : ['null'];
  return impliedKinds(shape);
}

const KEYWORDS_OF: Readonly<Record<string, readonly string[]>> = {
  object: ['properties', 'additionalProperties', 'patternProperties', 'propertyNames'],
  array: ['items', 'prefixItems', 'contains'],
  string: ['maxLength', 'minLength', 'pattern', 'contentEncoding'],
  number: ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'],
};

function impliedKinds(shape: Shape): readonly string[] {
  const values =
    keyword(shape, 'enum') ?? (keyword(shape, 'const') === undefined ? undefined : [keyword(shape, 'const')]);
  if (Array.isArray(values)) return [...new Set(values.filter((value) => value !== null).map(kindOfValue))];
  const kinds = Object.entries(KEYWORDS_OF).filter(([, names]) =>
    names.some((name) => keyword(shape, name) !== undefined),
  );
  return kinds.map(([kind]) => kind).slice(0, 1);
}

function kindOfValue(value: unknown): string {
  if (Array.isArray(value)) return 'array';
  if (isObject(value)) return 'object';
  return Number.isInteger(value) ? 'integer' : typeof value;
}

function isOnlyNull(schema: unknown): boolean {
  if (!isObject(schema)) return false;
  const { type, const: only, enum: values } = schema;
  return type === 'null' || only === null || (Array.isArray(values) && values.length === 1 && values[0] === null);
}
