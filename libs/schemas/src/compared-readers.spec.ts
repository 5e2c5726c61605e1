import { Type, type Schema } from 'avsc';
import protobuf from 'protobufjs';
import { readSchema } from './read-schema';
import type { SchemaField } from './reading/schema-field';

/** A seeded generator, so that a failure can be repeated. */
function randomOf(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    return Math.floor((state / 2_147_483_648) * below);
  };
}

type Outline = readonly (string | readonly [string, Outline])[];

/** Names and the kind of each field, with what is inside. */
function outlineOf(fields: readonly SchemaField[]): Outline {
  return fields.map(({ name, dataType, dataTypeDisplay, constraint, children = [] }) => {
    const word = `${name} ${dataType === 'ARRAY' || dataType === 'MAP' ? dataTypeDisplay : dataType} ${constraint}`;
    return children.length ? [word, outlineOf(children)] : word;
  });
}

const SEEDS = Array.from({ length: 60 }, (_, at) => at + 1);

describe('Avro as avsc reads it', () => {
  const PRIMITIVES = ['boolean', 'int', 'long', 'float', 'double', 'bytes', 'string'];

  /** A record of random fields; named types are defined where they are met first, and referred to afterwards. */
  function randomRecord(random: (below: number) => number): object {
    const names: string[] = [];
    const type = (depth: number): unknown => {
      const kind = random(depth > 3 ? 3 : 8);
      if (kind === 1 && names.length) return names[random(names.length)];
      if (kind < 3) return PRIMITIVES[random(PRIMITIVES.length)];
      if (kind === 3) return { type: 'array', items: type(depth + 1) };
      if (kind === 4) return { type: 'map', values: type(depth + 1) };
      if (kind === 5) return ['null', PRIMITIVES[random(PRIMITIVES.length)]];
      return kind === 6 ? enumeration() : record(depth + 1);
    };
    const enumeration = () => {
      const name = `E${names.push(`n.E${names.length}`)}`;
      names[names.length - 1] = `n.${name}`;
      return { type: 'enum', name, symbols: ['A', 'B'] };
    };
    const record = (depth: number): object => {
      const name = `R${names.length}_${depth}_${random(1e6)}`;
      const fields = Array.from({ length: 1 + random(4) }, (_, at) => ({ name: `f${at}`, type: type(depth) }));
      names.push(`n.${name}`);
      return { type: 'record', name, fields };
    };
    return { ...record(0), namespace: 'n' };
  }

  interface AvscType {
    readonly typeName: string;
    readonly fields?: readonly { readonly name: string; readonly type: AvscType }[];
    readonly itemsType?: AvscType;
    readonly valuesType?: AvscType;
    readonly types?: readonly AvscType[];
  }
  const inside = (type: AvscType): AvscType => {
    const below = type.itemsType ?? type.valuesType ?? type.types?.find(({ typeName }) => typeName !== 'null');
    return below ? inside(below) : type;
  };
  const display = (type: AvscType): string => {
    const { typeName, itemsType, valuesType, types } = type;
    if (itemsType) return `array<${display(itemsType)}>`;
    if (valuesType) return `map<string,${display(valuesType)}>`;
    if (types) return display(types.find((one) => one.typeName !== 'null')!);
    return typeName === 'enum' ? "enum('A','B')" : typeName;
  };
  const outline = (type: AvscType): Outline =>
    (type.fields ?? []).map(({ name, type: of }) => {
      const isNullable = of.typeName.startsWith('union');
      const value = isNullable ? of.types!.find((one) => one.typeName !== 'null')! : of;
      const isNested = value.itemsType ?? value.valuesType;
      const word = `${name} ${isNested ? display(value) : value.typeName.toUpperCase()} ${isNullable ? 'NULL' : 'NOT_NULL'}`;
      const children = outline(inside(value));
      return children.length ? [word, children] : word;
    });

  it.each(SEEDS)('seed %d', (seed) => {
    const schema = randomRecord(randomOf(seed));
    const { fields, notes } = readSchema('Avro', JSON.stringify(schema), 'members');
    expect(notes).toEqual([]);
    expect(outlineOf(fields)).toEqual(outline(Type.forSchema(schema as Schema) as unknown as AvscType));
  });
});

describe('Protobuf as protobufjs reads it', () => {
  const WORDS: Readonly<Record<string, string>> = {
    int32: 'INT',
    sint64: 'LONG',
    bool: 'BOOLEAN',
    string: 'STRING',
    bytes: 'BYTES',
    double: 'DOUBLE',
    fixed32: 'UINT',
  };
  const SCALARS = Object.keys(WORDS);

  /** Messages in messages, each of which may use those that were defined before it, by a full, relative or short name. */
  function randomFile(random: (below: number) => number): string {
    const known: string[] = [];
    const field = (at: number): string => {
      const type = known.length && random(3) === 0 ? known[random(known.length)]! : SCALARS[random(SCALARS.length)]!;
      const label = ['', '', 'optional ', 'repeated '][random(4)]!;
      if (random(6) === 0) return `map<string, ${type}> f${at} = ${at}; // of ${at}`;
      return `${random(5) ? '' : '/* above */ '}${label}${type} f${at} = ${at}${random(4) ? '' : ' [deprecated = true]'};`;
    };
    const message = (path: string, depth: number): string => {
      const name = `M${known.length}_${random(1e6)}`;
      const full = `${path}.${name}`;
      const below = depth < 3 ? Array.from({ length: random(3) }, () => message(full, depth + 1)) : [];
      const fields = Array.from({ length: 1 + random(4) }, (_, at) => field(at + 1));
      known.push([`.${full}`, full, full.replace('p.q.', 'q.')][random(3)]!);
      return `message ${name} {\n${[...below, ...fields, 'oneof o { bool x = 90; string y = 91; }'].join('\n')}\n}`;
    };
    return `syntax = "proto3"; package p.q;\n${Array.from({ length: 3 }, () => message('p.q', 0)).join('\n')}`;
  }

  const lines = (type: protobuf.Type): Outline =>
    type.fieldsArray.map((field) => {
      const message = field.resolvedType instanceof protobuf.Type ? field.resolvedType : undefined;
      const scalar = message
        ? 'record'
        : ({ int32: 'int', sint64: 'long', bool: 'boolean', fixed32: 'int unsigned' }[field.type] ?? field.type);
      const kind = field.map
        ? `map<string,${scalar}>`
        : field.repeated
          ? `array<${scalar}>`
          : message
            ? 'RECORD'
            : WORDS[field.type]!;
      const isOptional = !field.map && !field.repeated && (message ?? field.partOf ?? field.hasPresence);
      const word = `${field.name} ${kind} ${isOptional ? 'NULL' : 'NOT_NULL'}`;
      const children = message ? lines(message) : [];
      return children.length ? [word, children] : word;
    });

  it.each(SEEDS)('seed %d', (seed) => {
    const text = randomFile(randomOf(seed));
    const { fields, notes } = readSchema('Protobuf', text, 'record');
    const root = protobuf.parse(text, { keepCase: true }).root;
    root.resolveAll();
    const type = root.lookupType(`p.q.${fields[0]!.name}`);
    expect(notes).toEqual([]);
    expect(outlineOf(fields[0]!.children!)).toEqual(lines(type));
  });
});
