import { isObject } from '@app/common';
import {
  BOOLEAN,
  BYTES,
  DOUBLE,
  enumOf,
  FLOAT,
  INT,
  listOf,
  LONG,
  mapOf,
  nullable,
  record,
  scalar,
  TEXT,
  unionOf,
  unknownType,
} from '../reading/field-types';
import { parseJson, textOf, type JsonObject } from '../reading/json-text';
import type { Reading } from '../reading/reading';
import type { FieldType, Member, Root } from '../reading/schema-field';
import { TextFault } from '../reading/text-fault';
import { Definitions, type Definition } from './definitions';
import { logicalType } from './logical-types';

const NULL = scalar('NULL');
const WORDS: Readonly<Record<string, FieldType>> = {
  null: nullable(NULL),
  boolean: BOOLEAN,
  int: INT,
  long: LONG,
  float: FLOAT,
  double: DOUBLE,
  bytes: BYTES,
  string: TEXT,
};

/**
 * The JSON form of an Avro schema. A list of named types of which one is used by none of the others is that one with its parts, as
 * files of several types are written; otherwise a list is the union that Avro reads in it. Of a protocol it is the first record that no
 * other type uses.
 *
 * @throws {TextFault}
 */
export function readAvro(text: string, reading: Reading): Root {
  const schema = parseJson(text);
  const isProtocol = isObject(schema) && Array.isArray(schema.types) && schema.type === undefined;
  const namespace = (isObject(schema) && textOf(schema.namespace)) || '';
  const definitions = new Definitions(isProtocol ? schema.types : schema, isProtocol ? namespace : '');
  const root = rootOf(isProtocol ? schema.types : schema, definitions, isProtocol);
  return new AvroReader(reading, definitions).root(root);
}

function rootOf(schema: unknown, definitions: Definitions, isProtocol: boolean): unknown {
  if (!Array.isArray(schema)) return schema;
  const referred = definitions.referredNames();
  const free = schema.filter((one) => isObject(one) && !referred.has(definitions.of(one)?.fullName ?? ''));
  const records = free.filter((one) => isObject(one) && definitions.of(one) && isRecord(one));
  if (isProtocol && schema.length === 0) throw new TextFault('has no types');
  if (isProtocol) return records[0] ?? schema[0];
  const values = schema.filter((one) => one !== 'null');
  if (values.length === 1) return values[0];
  return records.length === 1 && schema.every(isObject) ? records[0] : schema;
}

const isRecord = ({ type }: JsonObject): boolean => type === 'record' || type === 'error';

class AvroReader {
  /** The records around the type that is being read. */
  private readonly open = new Set<string>();

  constructor(
    private readonly reading: Reading,
    private readonly definitions: Definitions,
  ) {}

  root(schema: unknown): Root {
    const type = this.type(schema, '');
    const description = isObject(schema) ? textOf(schema.doc) : undefined;
    const name = isObject(schema) ? this.definitions.of(schema)?.fullName : undefined;
    return { name: name && shortName(name), description, type };
  }

  private type(schema: unknown, namespace: string): FieldType {
    return this.reading.type(() => {
      if (typeof schema === 'string') return this.named(schema, {}, namespace);
      if (Array.isArray(schema)) return this.union(schema, namespace);
      if (isObject(schema)) return this.object(schema, namespace);
      this.reading.note(`Its type is no Avro type: ${JSON.stringify(schema)}`);
      return unknownType('unknown');
    });
  }

  private object(schema: JsonObject, namespace: string): FieldType {
    const { type } = schema;
    const definition = this.definitions.of(schema);
    if (definition) return this.defined(definition);
    if (type === 'array') return listOf(this.type(schema.items, namespace));
    if (type === 'map') return mapOf(TEXT, this.type(schema.values, namespace));
    return typeof type === 'string' ? this.named(type, schema, namespace) : this.type(type, namespace);
  }

  private named(name: string, schema: JsonObject, namespace: string): FieldType {
    const word = Object.hasOwn(WORDS, name) ? WORDS[name] : undefined;
    if (word) return logicalType(name, schema) ?? word;
    const definition = this.definitions.named(name, namespace);
    if (definition) return this.defined(definition);
    this.reading.note(`Its type ${name} is not defined in the text`);
    return unknownType(name);
  }

  private defined({ fullName, schema, namespace }: Definition): FieldType {
    if (schema.type === 'enum') return enumOf(Array.isArray(schema.symbols) ? schema.symbols : []);
    if (schema.type === 'fixed') return logicalType('fixed', schema) ?? fixed(schema.size);
    // A record inside of itself: its fields are those further up.
    if (this.open.has(fullName)) return record([]);
    this.open.add(fullName);
    const fields = Array.isArray(schema.fields) ? schema.fields.filter(isObject) : [];
    const children = this.reading.fieldsOf(fields.map((field) => this.member(field, namespace)));
    this.open.delete(fullName);
    return record(children);
  }

  private member(field: JsonObject, namespace: string): Member {
    const type = (): FieldType => this.type(field.type, namespace);
    return { name: textOf(field.name) ?? '', description: textOf(field.doc), type };
  }

  private union(branches: readonly unknown[], namespace: string): FieldType {
    const values = branches.filter((branch) => branch !== 'null');
    if (values.length === 0) return nullable(NULL);
    const [only] = values;
    const type = values.length === 1 ? this.type(only, namespace) : this.alternatives(values, namespace);
    return values.length < branches.length ? nullable(type) : type;
  }

  /** Records among them become parts, by their names. */
  private alternatives(branches: readonly unknown[], namespace: string): FieldType {
    const types: FieldType[] = [];
    const members: Member[] = [];
    for (const branch of branches) {
      const type = (): FieldType => this.type(branch, namespace);
      const name = this.recordName(branch, namespace);
      types.push(name === undefined ? type() : scalar('RECORD', name));
      if (name !== undefined) members.push({ name, isOptional: true, type });
    }
    return unionOf(types, this.reading.fieldsOf(members));
  }

  private recordName(branch: unknown, namespace: string): string | undefined {
    const definition =
      typeof branch === 'string'
        ? this.definitions.named(branch, namespace)
        : isObject(branch)
          ? this.definitions.of(branch)
          : undefined;
    return definition && isRecord(definition.schema) ? shortName(definition.fullName) : undefined;
  }
}

/** Bytes of one length, which are not padded. */
function fixed(size: unknown): FieldType {
  return typeof size === 'number' && Number.isSafeInteger(size) ? scalar('BYTES', `varbinary(${size})`) : BYTES;
}

function shortName(fullName: string): string {
  return fullName.slice(fullName.lastIndexOf('.') + 1);
}
