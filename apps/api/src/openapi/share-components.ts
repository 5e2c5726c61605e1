import { isDeepStrictEqual } from 'node:util';
import { groupBy } from '@app/common';
import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf } from './build-openapi';
import { nameSchemas } from './name-schemas';
import { DATA, withOneType } from './one-type';
import { TOKEN } from './complete-operation';

type Json = Record<string, unknown>;
type Content = Readonly<Record<string, Json>>;

/** A part of the document, and what its component is called where it becomes one. */
interface SchemaSlot {
  readonly holder: Json;
  readonly key: string;
  readonly name: string;
}

/** Characters up to which a part is not worth a reference. */
const SMALL = 60;

/**
 * The same document with what its operations repeat under `components`, by reference: parameters, bodies, answers and examples that
 * come more than once, named after the first operation that has them, each schema with a title, under its title; and the token that
 * most of them need.
 */
export function shareComponents(document: OpenAPIObject): OpenAPIObject {
  // A copy without shared objects.
  const shared = withOneType(JSON.parse(JSON.stringify(document))) as OpenAPIObject;
  const components = shared.components as unknown as Record<string, Json>;
  const titled: Json = {};
  shared.paths = shareTitled(shared.paths, titled) as OpenAPIObject['paths'];
  components['schemas'] = { ...(shareTitled(components['schemas'] ?? {}, titled) as Json), ...titled };
  const operations = operationsOf(shared).map(({ operation }) => operation as unknown as Json);
  for (const slot of operations.flatMap(mediaOf)) nameExample(slot.holder[slot.key] as Json);
  const examples = operations.flatMap(mediaOf).flatMap(examplesOf);
  share(components, 'examples', examples);
  share(components, 'parameters', operations.flatMap(parametersOf));
  share(components, 'requestBodies', operations.flatMap(bodyOf));
  share(components, 'responses', operations.flatMap(responsesOf));
  shareSecurity(shared, operations);
  nameSchemas(shared);
  return shared;
}

/** Moves the security that most operations need to the document, for all that have none of their own. */
function shareSecurity(document: OpenAPIObject, operations: readonly Json[]): void {
  document.security = TOKEN;
  for (const operation of operations) {
    if (isDeepStrictEqual(operation['security'], TOKEN)) delete operation['security'];
    else operation['security'] ??= [];
  }
}

/** Moves repeated parts to a section of the components. */
function share(components: Record<string, Json>, section: string, places: readonly SchemaSlot[]): void {
  const parts = (components[section] ??= {});
  for (const [text, same] of groupedByText(places)) {
    const [first] = same;
    if (!first || same.length < 2 || text.length < SMALL || text.startsWith('{"$ref"')) continue;
    const name = freeName(parts, first.name);
    parts[name] = first.holder[first.key];
    for (const { holder, key } of same) holder[key] = { $ref: `#/components/${section}/${name}` };
  }
}

function groupedByText(places: readonly SchemaSlot[]): Map<string, SchemaSlot[]> {
  return groupBy(places, ({ holder, key }) => JSON.stringify(holder[key]));
}

function freeName(taken: Json, name: string): string {
  let free = name;
  for (let number = 2; free in taken; number += 1) free = `${name}.${number}`;
  return free;
}

/** A copy in which each schema with a title is a reference to the component of that name. */
function shareTitled(value: unknown, schemas: Json): unknown {
  if (Array.isArray(value)) return value.map((item) => shareTitled(item, schemas));
  if (typeof value !== 'object' || value === null) return value;
  const { title, ...schema } = Object.fromEntries(
    Object.entries(value).map(([key, inner]) => [
      key,
      DATA.has(key) ? (inner as unknown) : shareTitled(inner, schemas),
    ]),
  );
  if (typeof title !== 'string') return title === undefined ? schema : { title, ...schema };
  schemas[title] ??= schema;
  return { $ref: `#/components/schemas/${title}` };
}

function parametersOf({ parameters = [] }: Json): SchemaSlot[] {
  const list = parameters as Json[];
  return list.map(({ in: location, name }, at) => ({
    holder: parameters as Json,
    key: String(at),
    // The name comes first: in some languages the words of one parameter would else have the name of another (`query.include` of
    // `deleted`, `query.includeDeleted`).
    name: `${String(name)}.${String(location)}`,
  }));
}

function bodyOf(operation: Json): SchemaSlot[] {
  return operation['requestBody']
    ? [{ holder: operation, key: 'requestBody', name: String(operation['operationId']) }]
    : [];
}

function responsesOf({ operationId, responses }: Json): SchemaSlot[] {
  const holder = responses as Json;
  return Object.keys(holder).map((key) => ({ holder, key, name: `${String(operationId)}.${key}` }));
}

/** The bodies that an operation takes and answers, by media type. */
function mediaOf(operation: Json): SchemaSlot[] {
  return [...bodyOf(operation), ...responsesOf(operation)].flatMap(({ holder, key, name }) => {
    const { content } = holder[key] as { content?: Content };
    return Object.keys(content ?? {}).map((type) => ({ holder: content as Json, key: type, name }));
  });
}

/** A single example cannot be a reference; one of several can. */
function nameExample(media: Json): void {
  const { example } = media;
  if (example === undefined || JSON.stringify(example).length < SMALL) return;
  delete media['example'];
  media['examples'] = { example: { value: example } };
}

function examplesOf({ holder, key, name }: SchemaSlot): SchemaSlot[] {
  const { examples } = holder[key] as { examples?: Json };
  return Object.keys(examples ?? {}).map((shown) => ({
    holder: examples as Json,
    key: shown,
    name: shown === 'example' ? name : `${name}.${shown}`,
  }));
}
