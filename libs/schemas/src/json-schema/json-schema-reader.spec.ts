import { readSchema } from '../read-schema';
import type { SchemaField } from '../reading/schema-field';

const read = (schema: unknown) =>
  readSchema('JSON', typeof schema === 'string' ? schema : JSON.stringify(schema), 'record');
const childrenOf = (schema: unknown): readonly SchemaField[] => read(schema).fields[0]!.children ?? [];
const brief = (fields: readonly SchemaField[]) =>
  fields.map(({ name, dataTypeDisplay, constraint }) => `${name} ${dataTypeDisplay} ${constraint}`);
const ofProperty = (x: unknown, more: object = {}) =>
  brief(childrenOf({ properties: { x }, required: ['x'], ...more }))[0];
const string = { type: 'string' };

describe('a property', () => {
  it.each<[unknown, string]>([
    [string, 'string NOT_NULL'],
    [{ type: ['string', 'null'] }, 'string NULL'],
    [{ type: 'string', nullable: true }, 'string NULL'],
    [{ type: 'string', maxLength: 20 }, 'varchar(20) NOT_NULL'],
    [{ type: 'string', format: 'date-time' }, 'timestamp with time zone NOT_NULL'],
    [{ type: 'string', format: 'date' }, 'date NOT_NULL'],
    [{ type: 'string', format: 'time' }, 'time with time zone NOT_NULL'],
    [{ type: 'string', format: 'uuid' }, 'uuid NOT_NULL'],
    [{ type: 'string', format: 'email' }, 'string NOT_NULL'],
    [{ type: 'string', format: 'constructor' }, 'string NOT_NULL'],
    [{ type: 'string', contentEncoding: 'base64' }, 'bytes NOT_NULL'],
    [{ type: 'integer' }, 'largeint NOT_NULL'],
    [{ type: 'integer', format: 'int32' }, 'int NOT_NULL'],
    [{ type: 'integer', format: 'int64' }, 'long NOT_NULL'],
    [{ type: 'number' }, 'double NOT_NULL'],
    [{ type: 'number', format: 'float' }, 'float NOT_NULL'],
    [{ type: 'boolean' }, 'boolean NOT_NULL'],
    [{ type: 'null' }, 'null NULL'],
    [{ type: ['string', 'integer'] }, 'union<string,largeint> NOT_NULL'],
    [{ enum: ['a', 'b'] }, "enum('a','b') NOT_NULL"],
    [{ enum: ['a', null] }, "enum('a') NULL"],
    [{ enum: [1, 2] }, 'largeint NOT_NULL'],
    [{ const: 'a' }, 'string NOT_NULL'],
    [{ minimum: 3 }, 'double NOT_NULL'],
    [{ type: 'array', items: string }, 'array<string> NOT_NULL'],
    [{ type: 'array', prefixItems: [string, string] }, 'array<string> NOT_NULL'],
    [{ type: 'array', items: [string, { type: 'integer' }] }, 'array NOT_NULL'],
    [{ type: 'array' }, 'array NOT_NULL'],
    [{ type: 'object' }, 'object NOT_NULL'],
    [{ type: 'object', additionalProperties: { type: 'number' } }, 'map<string,double> NOT_NULL'],
    [{ patternProperties: { '^x': string } }, 'map<string,string> NOT_NULL'],
    [{ properties: { a: string } }, 'record NOT_NULL'],
    [{ oneOf: [string, { type: 'null' }] }, 'string NULL'],
    [{ anyOf: [{ const: null }, { type: 'integer' }] }, 'largeint NULL'],
    [{ anyOf: [string, { type: 'string' }] }, 'string NOT_NULL'],
    [{ oneOf: [string, { type: 'integer' }] }, 'union<string,largeint> NOT_NULL'],
    [{ allOf: [{ type: 'string' }, { format: 'uuid' }] }, 'uuid NOT_NULL'],
    [{}, 'json NOT_NULL'],
    [true, 'json NOT_NULL'],
    [false, 'null NULL'],
    [{ $ref: '#/$defs/name' }, 'varchar(9) NOT_NULL'],
    [{ $ref: '#/definitions/a~1b%20c' }, 'boolean NOT_NULL'],
    [{ $ref: '#anchored' }, 'date NOT_NULL'],
    [{ $ref: 'https://shop.example/money' }, 'decimal NOT_NULL'],
    [{ $ref: 'money' }, 'decimal NOT_NULL'],
    [{ $ref: '#/$defs/name', description: 'b' }, 'varchar(9) NOT_NULL'],
    [{ $ref: '#/$defs/again' }, 'json NOT_NULL'],
    [{ $ref: 'https://other.example/Person.schema.json' }, 'Person NOT_NULL'],
    [{ $ref: '#/$defs/nowhere' }, 'nowhere NOT_NULL'],
    [{ type: 'quantity' }, 'quantity NOT_NULL'],
  ])('%j is %s', (schema, expected) => {
    const more = {
      $id: 'https://shop.example/order',
      $defs: {
        name: { type: 'string', maxLength: 9 },
        day: { $anchor: 'anchored', type: 'string', format: 'date' },
        money: { $id: 'money', type: 'number', format: 'decimal' },
        again: { $ref: '#/$defs/again' },
      },
      definitions: { 'a/b c': { type: 'boolean' } },
    };
    expect(ofProperty(schema, more)).toBe(`x ${expected}`);
  });

  it('that is not required may be absent', () => {
    expect(brief(childrenOf({ properties: { a: string, b: string }, required: ['b'] }))).toEqual([
      'a string NULL',
      'b string NOT_NULL',
    ]);
  });

  it('has its own description, else that of what it refers to', () => {
    const $defs = { name: { type: 'string', description: 'of the name' } };
    const $ref = '#/$defs/name';
    const fields = childrenOf({
      properties: { a: { $ref }, b: { $ref, description: 'own' }, c: { title: 'C' } },
      $defs,
    });
    expect(fields.map(({ description }) => description)).toEqual(['of the name', 'own', 'C']);
  });

  it('has the properties of its object, of elements and of values', () => {
    const object = { properties: { sku: string }, required: ['sku'] };
    for (const x of [
      object,
      { items: object },
      { additionalProperties: object },
      { oneOf: [object, { type: 'null' }] },
    ])
      expect(brief(childrenOf({ properties: { x } })[0]!.children!)).toEqual(['sku string NOT_NULL']);
  });
});

describe('an object', () => {
  it('has the properties of all that it consists of', () => {
    const schema = {
      $ref: '#/$defs/order',
      properties: { more: string },
      $defs: {
        base: { properties: { id: { type: 'integer' } }, required: ['id'] },
        order: { allOf: [{ $ref: '#/$defs/base' }, { properties: { id: { format: 'int32' }, at: string } }] },
      },
    };
    expect(brief(childrenOf(schema))).toEqual(['more string NULL', 'id int NOT_NULL', 'at string NULL']);
  });

  it('has those of its alternatives, required where all of them require it', () => {
    const kind = { enum: ['a'] };
    const oneOf = [
      { type: 'object', properties: { kind, a: string, x: string }, required: ['kind', 'a'] },
      { type: 'object', properties: { kind, x: { type: 'boolean' } }, required: ['kind'] },
    ];
    const expected = ["kind enum('a') NOT_NULL", 'a string NULL', 'x union<string,boolean> NULL'];
    expect(brief(childrenOf({ oneOf }))).toEqual(expected);
    const own = brief(childrenOf({ type: 'object', properties: { id: string }, anyOf: oneOf }));
    expect(own).toEqual(['id string NULL', "kind enum('a') NULL", 'a string NULL', 'x union<string,boolean> NULL']);
  });

  it('inside of itself ends there', () => {
    const node = { type: 'object', properties: { name: string, next: { $ref: '#' }, all: { items: { $ref: '#' } } } };
    expect(brief(childrenOf(node))).toEqual(['name string NULL', 'next record NULL', 'all array<record> NULL']);
  });
});

describe('the message of a JSON Schema', () => {
  const root = (schema: object) => read(schema).fields.map(({ name, dataType }) => `${name} ${dataType}`);

  it('is named by its title, its reference or its id', () => {
    expect(root({ title: 'Order placed', properties: { a: string } })).toEqual(['Order placed RECORD']);
    expect(root({ $ref: '#/$defs/Order', $defs: { Order: { properties: { a: string } } } })).toEqual(['Order RECORD']);
    expect(root({ $id: 'https://shop.example/schemas/order.json', properties: { a: string } })).toEqual([
      'order RECORD',
    ]);
    expect(root({ properties: { a: string } })).toEqual(['message RECORD']);
    expect(root({ title: 'a\u0001b', properties: { a: string } })).toEqual(['message RECORD']);
  });

  it('is, of definitions alone, the first that no other uses', () => {
    const Item = { properties: { sku: string } };
    const Order = { properties: { item: { $ref: '#/definitions/Item' } } };
    expect(root({ definitions: { Item, Order } })).toEqual(['Order RECORD']);
    const schemas = { Item, Order: { properties: { item: { $ref: '#/components/schemas/Item' } } } };
    expect(root({ openapi: '3.1.0', components: { schemas } })).toEqual(['Order RECORD']);
  });

  it.each([['[]'], ['"string"'], ['null']])('%s is none', (text) => {
    const message = 'is no JSON Schema, which is a JSON object';
    expect(read(text)).toEqual({ fields: [], notes: [{ field: 'schemaText', message }] });
  });
});

describe('names that no field may have', () => {
  it('are left out with a note', () => {
    const properties = {
      '': string,
      'a\u0000b': string,
      ok: string,
      [`x${'y'.repeat(300)}`]: string,
      '\ud800': string,
    };
    const { fields, notes } = read({ properties });
    expect(brief(fields[0]!.children!)).toEqual(['ok string NULL']);
    expect(notes).toHaveLength(4);
    // eslint-disable-next-line no-control-regex -- PostgreSQL stores neither
    for (const { message } of notes) expect(message).not.toMatch(/\u0000|\p{Surrogate}/u);
  });

  it('do not come from members of every object', () => {
    const properties = JSON.parse('{"__proto__": {"type": "string"}, "constructor": {"type": "string"}}') as object;
    expect(brief(childrenOf({ properties, required: ['constructor'] }))).toEqual([
      '__proto__ string NULL',
      'constructor string NOT_NULL',
    ]);
  });
});
