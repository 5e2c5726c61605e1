import { shape } from '@app/catalog';
import type { OpenAPIObject } from '@nestjs/swagger';

type Json = Record<string, unknown>;
type Schemas = Record<string, unknown>;

/** The schema members that contain one schema, and the word that its name adds to that of its holder. */
const ONE: Readonly<Record<string, string>> = { items: 'Item', additionalProperties: 'Value', not: 'Not' };
const SEVERAL = ['anyOf', 'oneOf', 'allOf'] as const;

const isJson = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

/** Any members: extensions, connections, settings. */
const FREE_FORM = 'FreeFormObject';

const isFreeForm = (schema: unknown): schema is Json =>
  isJson(schema) &&
  schema['additionalProperties'] === true &&
  schema['maxProperties'] === shape.openObject.maxProperties;

/** `order_by.fields` → `OrderByFields` */
export function pascalCase(text: string): string {
  const words = text.split(/[^A-Za-z0-9]+/).filter((word) => word !== '');
  return words.map((word) => word.charAt(0).toUpperCase() + word.slice(1)).join('');
}

/** An alternative is identified by the one member that it requires. */
function choiceWord(choice: unknown, at: number): string {
  const [only, ...more] = isJson(choice) && Array.isArray(choice['required']) ? choice['required'] : [];
  return typeof only === 'string' && more.length === 0 ? `With${pascalCase(only)}` : `Option${at + 1}`;
}

/**
 * Gives every object with members a name under `components.schemas`, after the schema or the operation that it is part of. Generators of
 * clients make classes of named schemas alone; they leave operations out, or number the classes, where objects have none.
 */
export function nameSchemas(document: OpenAPIObject): void {
  const components = document.components as unknown as Record<string, Json>;
  const schemas = (components['schemas'] ??= {});
  const naming = new SchemaNaming(schemas);
  for (const [name, schema] of Object.entries(schemas)) schemas[name] = naming.withNamedParts(schema, name);
  for (const [name, body] of Object.entries(components['requestBodies'] ?? {})) naming.nameMedia(body, name, 'Input');
  for (const [name, response] of Object.entries(components['responses'] ?? {}))
    naming.nameMedia(response, name, 'Output');
  for (const operation of Object.values(document.paths).flatMap((item) => Object.values(item as Json))) {
    const { operationId, requestBody, responses = {} } = operation as Json;
    naming.nameMedia(requestBody, String(operationId), 'Input');
    for (const response of Object.values(responses as Json)) naming.nameMedia(response, String(operationId), 'Output');
  }
}

class SchemaNaming {
  /** Names by the text of what they stand for, below one holder: several media types and statuses have the same. */
  private readonly given = new Map<string, string>();

  constructor(private readonly schemas: Schemas) {}

  /** Names what a body or an answer has, in each media type. */
  nameMedia(holder: unknown, operation: string, word: string): void {
    const { content } = (holder ?? {}) as { content?: Record<string, Json> };
    // A shared answer is called after its first operation and its status.
    const name = pascalCase(operation.replace(/\.\d+$/, '')) + word;
    for (const media of Object.values(content ?? {})) {
      if (isJson(media['schema'])) media['schema'] = this.namedWhole(media['schema'], name);
    }
  }

  /** A choice as a whole has a name as well: some generators give it one and do not say what it is. */
  private namedWhole(schema: Json, name: string): unknown {
    const inner = this.named(schema, name);
    return isJson(inner) && SEVERAL.some((key) => key in inner) ? this.reference(inner, name) : inner;
  }

  /** The schema of a component, its parts by reference. */
  withNamedParts(schema: unknown, name: string): unknown {
    if (!isJson(schema)) return schema;
    const parts = Object.entries(schema).map(([key, member]) => [key, this.part(key, member, name)]);
    return Object.fromEntries(parts);
  }

  private part(key: string, member: unknown, name: string): unknown {
    if (key === 'properties' && isJson(member)) {
      const properties = Object.entries(member);
      return Object.fromEntries(properties.map(([at, one]) => [at, this.named(one, name + pascalCase(at))]));
    }
    const word = ONE[key];
    if (word !== undefined) return this.named(member, name + word);
    const isChoice = SEVERAL.includes(key as 'anyOf') && Array.isArray(member);
    return isChoice ? member.map((one, at) => this.named(one, name + choiceWord(one, at))) : member;
  }

  private named(schema: unknown, name: string): unknown {
    const inner = this.withNamedParts(schema, name);
    if (isFreeForm(inner)) return this.freeForm(inner);
    if (!isJson(inner) || !isJson(inner['properties']) || Object.keys(inner['properties']).length === 0) return inner;
    return this.reference(inner, name);
  }

  /** One class for all of them, in place of one a member, whose name may be that of another schema. */
  private freeForm({ type, additionalProperties, maxProperties, ...notes }: Json): Json {
    this.schemas[FREE_FORM] ??= { type, additionalProperties, maxProperties };
    return { $ref: `#/components/schemas/${FREE_FORM}`, ...notes };
  }

  private reference(schema: Json, name: string): Json {
    return { $ref: `#/components/schemas/${this.nameOf(schema, name)}` };
  }

  private nameOf(schema: Json, name: string): string {
    const text = `${name} ${JSON.stringify(schema)}`;
    const known = this.given.get(text);
    if (known !== undefined) return known;
    let free = name;
    for (let number = 2; free in this.schemas; number += 1) free = `${name}${number}`;
    this.schemas[free] = schema;
    this.given.set(text, free);
    return free;
  }
}
