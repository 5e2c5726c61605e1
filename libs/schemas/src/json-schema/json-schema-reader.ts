import { groupBy, isObject } from '@app/common';
import {
  BOOLEAN,
  DOUBLE,
  enumOf,
  JSON_VALUE,
  listOf,
  mapOf,
  nullable,
  record,
  scalar,
  TEXT,
  unionOf,
  unknownType,
} from '../reading/field-types';
import { lastWord, parseJson, textOf, type JsonObject } from '../reading/json-text';
import type { Reading } from '../reading/reading';
import type { FieldType, Member, Root } from '../reading/schema-field';
import { TextFault } from '../reading/text-fault';
import { alternativesOf, isNull, kindsOf } from './alternatives';
import { formattedType, textType, wholeNumber } from './formats';
import { SchemaDocument } from './schema-document';
import { keyword, propertiesOf, requiredOf, shapeOf, sizeOf, type Shape } from './shape';

const NOTHING = nullable(scalar('NULL'));

/**
 * A JSON Schema of any draft, or a schema of OpenAPI. Where it only defines schemas, it is the first that none of the others uses.
 *
 * @throws {TextFault}
 */
export function readJsonSchema(text: string, reading: Reading): Root {
  const parsed = parseJson(text);
  if (!isObject(parsed)) throw new TextFault('is no JSON Schema, which is a JSON object');
  const document = new SchemaDocument(parsed);
  const reader = new JsonSchemaReader(reading, document);
  const shape = shapeOf(parsed, document, new Set());
  const main = kindsOf(shape).length || alternativesOf(shape) || parsed.$ref ? undefined : document.mainDefinition();
  const [name, schema] = main ?? [nameOf(parsed), parsed];
  const description = textOf(keyword(shapeOf(schema, document, new Set()), 'description'));
  return { name, description, type: reader.type(schema) };
}

function nameOf({ title, $ref, $id }: JsonObject): string | undefined {
  const uri = textOf($ref) ?? textOf($id);
  return textOf(title) ?? (uri && lastWord(uri));
}

class JsonSchemaReader {
  /** The schemas whose members are being read. */
  private readonly open = new Set<JsonObject>();

  constructor(
    private readonly reading: Reading,
    private readonly document: SchemaDocument,
  ) {}

  type(schema: unknown): FieldType {
    return this.reading.type(() => {
      if (schema === true) return JSON_VALUE;
      if (schema === false) return NOTHING;
      if (isObject(schema)) return this.ofShape(this.shape(schema));
      this.reading.note('Its type is no JSON Schema');
      return unknownType('unknown');
    });
  }

  private shape(schema: JsonObject): Shape {
    const shape = shapeOf(schema, this.document, this.open);
    this.reading.spend(sizeOf(shape));
    return shape;
  }

  private ofShape(shape: Shape): FieldType {
    if (shape.isRecursive) return record([]);
    for (const reference of shape.unresolved) this.reading.note(`The text has no ${reference}, to which it refers`);
    const isNullable = isNull(shape) || keyword(shape, 'nullable') === true;
    const type = this.valueOf(shape);
    return isNullable ? nullable(type) : type;
  }

  private valueOf(shape: Shape): FieldType {
    const kinds = kindsOf(shape);
    const alternatives = alternativesOf(shape);
    if (kinds.includes('object')) return kinds.length > 1 ? this.union(shape, kinds) : this.object(shape, alternatives);
    if (kinds.length === 0 && alternatives) return this.alternatives(alternatives);
    if (kinds.length > 1) return this.union(shape, kinds);
    const [kind] = kinds;
    if (kind !== undefined) return this.ofKind(shape, kind);
    const [unresolved] = shape.unresolved;
    return unresolved === undefined ? JSON_VALUE : unknownType(lastWord(unresolved));
  }

  private ofKind(shape: Shape, kind: string): FieldType {
    const of = (name: string): unknown => keyword(shape, name);
    if (kind === 'object') return this.object(shape);
    if (kind === 'array') return this.list(shape);
    if (kind === 'string') {
      const values = of('enum');
      if (Array.isArray(values)) return enumOf(values.filter((value) => value !== null));
      return textType(of('format'), of('maxLength'), of('contentEncoding'));
    }
    if (kind === 'integer') return wholeNumber(of('format'));
    if (kind === 'number') return formattedType('number', of('format')) ?? DOUBLE;
    if (kind === 'boolean') return BOOLEAN;
    return kind === 'null' ? NOTHING : unknownType(kind);
  }

  private union(shape: Shape, kinds: readonly string[]): FieldType {
    return this.oneOf(kinds.map((kind) => this.ofKind(shape, kind)));
  }

  /** Properties of alternatives are members that may be absent: in JSON nothing stands between them and the object. */
  private object(shape: Shape, alternatives?: readonly unknown[]): FieldType {
    const properties = propertiesOf(shape);
    const required = requiredOf(shape);
    for (const [name, schema] of alternatives ? this.shared(alternatives).properties : [])
      if (!properties.has(name)) properties.set(name, schema);
    if (properties.size > 0) return this.record(shape.parts, properties, required);
    const additional = keyword(shape, 'additionalProperties');
    const patterns = keyword(shape, 'patternProperties');
    const [values] = [additional, ...(isObject(patterns) ? Object.values(patterns) : [])].filter(isObject);
    return values ? mapOf(TEXT, this.type(values)) : scalar('RECORD', 'object');
  }

  private record(parts: readonly JsonObject[], properties: Map<string, unknown>, required: Set<unknown>): FieldType {
    const opened = parts.filter((part) => !this.open.has(part));
    for (const part of opened) this.open.add(part);
    const members = [...properties].map(([name, schema]): Member => ({
      name,
      description: this.describe(schema),
      isOptional: !required.has(name),
      type: () => this.type(schema),
    }));
    const children = this.reading.fieldsOf(members);
    for (const part of opened) this.open.delete(part);
    return record(children);
  }

  private list(shape: Shape): FieldType {
    const items = keyword(shape, 'items');
    const places = keyword(shape, 'prefixItems') ?? (Array.isArray(items) ? items : undefined);
    if (!Array.isArray(places)) return items === undefined ? scalar('ARRAY') : listOf(this.type(items));
    const types = places.map((place) => this.type(place));
    const isUniform = new Set(types.map(({ display }) => display)).size === 1;
    return isUniform && types[0] ? listOf(types[0]) : scalar('ARRAY');
  }

  private alternatives(alternatives: readonly unknown[]): FieldType {
    const [only] = alternatives;
    if (only !== undefined && alternatives.length === 1) return this.type(only);
    const shapes = this.shapes(alternatives);
    const isObjects =
      shapes.length > 0 && shapes.every((shape) => kindsOf(shape).join() === 'object' && !shape.isRecursive);
    if (!isObjects) return this.oneOf(alternatives.map((value) => this.type(value)));
    const { properties, required } = this.shared(alternatives);
    const parts = shapes.flatMap((shape) => shape.parts);
    return properties.size ? this.record(parts, properties, required) : scalar('RECORD', 'object');
  }

  private shapes(alternatives: readonly unknown[]): Shape[] {
    return alternatives.filter(isObject).map((value) => this.shape(value));
  }

  /** The properties of all alternatives; required are those that each of them requires. */
  private shared(alternatives: readonly unknown[]): { properties: Map<string, unknown>; required: Set<unknown> } {
    const shapes = this.shapes(alternatives);
    const found = groupBy(
      shapes.flatMap((shape) => [...propertiesOf(shape)]),
      ([name]) => name,
    );
    const properties = [...found].map(([name, same]): [string, unknown] => {
      const schemas = same.map(([, schema]) => schema);
      return [name, schemas.length > 1 ? { anyOf: schemas } : schemas[0]];
    });
    const [first = new Set(), ...others] = shapes.map(requiredOf);
    const required = [...first].filter((name) => others.every((other) => other.has(name)));
    return { properties: new Map(properties), required: new Set(required) };
  }

  /** Alternatives that read alike are one type. */
  private oneOf(types: readonly FieldType[]): FieldType {
    const values = types.filter(({ dataType }) => dataType !== 'NULL');
    const byDisplay = new Map(values.map((type) => [type.display, type]));
    const distinct = [...byDisplay.values()];
    const [only = NOTHING, ...more] = distinct;
    const type = more.length ? unionOf(distinct, []) : only;
    return values.length < types.length || types.some(({ isNullable }) => isNullable) ? nullable(type) : type;
  }

  private describe(schema: unknown): string | undefined {
    if (!isObject(schema)) return undefined;
    const own = textOf(schema.description) ?? textOf(schema.title);
    if (own !== undefined || typeof schema.$ref !== 'string') return own;
    const target = this.document.at(schema.$ref);
    return isObject(target) ? textOf(target.description) : undefined;
  }
}
