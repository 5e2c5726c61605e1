import { resolveReference } from '../support/openapi';
import type { Json, OpenApi, Schema } from './document';

/** A property of a create body that names other entities. */
export interface ReferenceProperty {
  readonly name: string;
  /** undefined: of any type. */
  readonly types: readonly string[] | undefined;
  readonly many: boolean;
  readonly required: boolean;
}

/** A type of entity as the document describes it. */
export interface DocumentedType {
  readonly type: string;
  /** `/api/v1/tables` */
  readonly collection: string;
  readonly example: Json;
  readonly references: readonly ReferenceProperty[];
  readonly takesLabels: boolean;
  /** Properties that are e-mail addresses, which are unique as names are. */
  readonly addresses: readonly string[];
}

/** The types of the collections: what is listed at a path, a POST there creates with a body `Create…`. */
export function documentedTypes(document: OpenApi): DocumentedType[] {
  return Object.entries(document.paths).flatMap(([collection, { get, post }]) => {
    const ref = post?.requestBody?.content['application/json']?.schema?.$ref;
    const name = ref && /^#\/components\/schemas\/Create(.+)$/.exec(ref)?.[1];
    const schema = name ? document.components.schemas[`Create${name}`] : undefined;
    return get && name && schema && !collection.includes('{')
      ? [typeOf(document, `${name.charAt(0).toLowerCase()}${name.slice(1)}`, collection, schema)]
      : [];
  });
}

function typeOf(document: OpenApi, type: string, collection: string, schema: Schema): DocumentedType {
  const properties = Object.entries(schema.properties ?? {});
  return {
    type,
    collection,
    example: schema.examples?.[0] ?? {},
    references: properties.flatMap(([name, property]) => referenceOf(document, name, property, schema)),
    takesLabels: schema.properties?.tags !== undefined,
    addresses: properties.filter(([, { format }]) => format === 'email').map(([name]) => name),
  };
}

function referenceOf(
  document: OpenApi,
  name: string,
  property: Schema,
  { required = [] }: Schema,
): ReferenceProperty[] {
  const item = property.items ?? property;
  const shared = item.$ref?.endsWith('ToSend') ? resolveReference(document, item.$ref) : undefined;
  const one = (shared as Schema | undefined) ?? item;
  const forms = [one, ...(one.anyOf ?? [])].map((form) =>
    form.$ref === undefined ? form : (resolveReference(document, form.$ref) as Schema),
  );
  const isReference = ({ properties = {} }: Schema) =>
    ['id', 'type', 'fullyQualifiedName'].every((key) => key in properties);
  const isPlain = one.$ref === undefined || one.$ref.endsWith('/EntityReference');
  if (!isPlain || !forms.some(isReference)) return [];
  const types = [...new Set(forms.flatMap((form) => (form.properties?.type?.enum ?? []) as string[]))];
  const many = property.items !== undefined;
  return [{ name, types: types.length ? types : undefined, many, required: required.includes(name) }];
}
