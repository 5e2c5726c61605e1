import { readSchema } from '../read-schema';
import type { SchemaField } from '../reading/schema-field';

const read = (schema: unknown) =>
  readSchema('Avro', typeof schema === 'string' ? schema : JSON.stringify(schema), 'record');
const fieldOf = (type: unknown, more: object = {}): SchemaField => {
  const { fields } = read({ type: 'record', name: 'A', fields: [{ name: 'x', type, ...more }] });
  return fields[0]!.children![0]!;
};
const typed = (type: unknown) => {
  const { dataType, dataTypeDisplay, constraint } = fieldOf(type);
  return [dataType, dataTypeDisplay, constraint];
};

const item = { type: 'record', name: 'Item', fields: [{ name: 'sku', type: 'string' }] };
const logical = (type: string, logicalType: string, more: object = {}) => ({ type, logicalType, ...more });
const fixed = (size: number, more: object = {}) => ({ type: 'fixed', name: 'F', size, ...more });

describe('a field of an Avro schema', () => {
  it.each<[unknown, string, string]>([
    ['boolean', 'BOOLEAN', 'boolean'],
    ['int', 'INT', 'int'],
    ['long', 'LONG', 'long'],
    ['float', 'FLOAT', 'float'],
    ['double', 'DOUBLE', 'double'],
    ['bytes', 'BYTES', 'bytes'],
    ['string', 'STRING', 'string'],
    [{ type: 'string' }, 'STRING', 'string'],
    [{ type: { type: 'int' } }, 'INT', 'int'],
    [fixed(16), 'BYTES', 'varbinary(16)'],
    [{ type: 'enum', name: 'E', symbols: ['A', 'B'] }, 'ENUM', "enum('A','B')"],
    [{ type: 'array', items: 'long' }, 'ARRAY', 'array<long>'],
    [{ type: 'array', items: { type: 'array', items: ['null', 'int'] } }, 'ARRAY', 'array<array<int>>'],
    [{ type: 'map', values: 'double' }, 'MAP', 'map<string,double>'],
    [item, 'RECORD', 'record'],
    [['int', 'string'], 'UNION', 'union<int,string>'],
    [logical('int', 'date'), 'DATE', 'date'],
    [logical('int', 'time-millis'), 'TIME', 'time'],
    [logical('long', 'time-micros'), 'TIME', 'time'],
    [logical('long', 'timestamp-millis'), 'TIMESTAMPZ', 'timestamp(3) with time zone'],
    [logical('long', 'timestamp-micros'), 'TIMESTAMPZ', 'timestamp(6) with time zone'],
    [logical('long', 'timestamp-nanos'), 'TIMESTAMPZ', 'timestamp(9) with time zone'],
    [logical('long', 'local-timestamp-millis'), 'TIMESTAMP', 'timestamp(3) without time zone'],
    [logical('long', 'local-timestamp-micros'), 'TIMESTAMP', 'timestamp(6) without time zone'],
    [logical('string', 'uuid'), 'UUID', 'uuid'],
    [fixed(16, { logicalType: 'uuid' }), 'UUID', 'uuid'],
    [fixed(12, { logicalType: 'duration' }), 'INTERVAL', 'interval'],
    [logical('bytes', 'decimal', { precision: 12, scale: 2 }), 'DECIMAL', 'decimal(12,2)'],
    [logical('bytes', 'decimal', { precision: 12 }), 'DECIMAL', 'decimal(12,0)'],
    [fixed(8, { logicalType: 'decimal', precision: 4, scale: 4 }), 'DECIMAL', 'decimal(4,4)'],
    [logical('bytes', 'big-decimal'), 'DECIMAL', 'decimal'],
    // A logical type that does not fit is none, says the specification of Avro.
    [logical('bytes', 'decimal'), 'BYTES', 'bytes'],
    [logical('bytes', 'decimal', { precision: 2, scale: 3 }), 'BYTES', 'bytes'],
    [logical('string', 'date'), 'STRING', 'string'],
    [fixed(8, { logicalType: 'uuid' }), 'BYTES', 'varbinary(8)'],
    [logical('long', 'constructor'), 'LONG', 'long'],
  ])('%j is %s, %s', (type, dataType, display) => {
    expect(typed(type)).toEqual([dataType, display, 'NOT_NULL']);
    expect(typed(['null', type].flat())).toEqual([dataType, display, 'NULL']);
  });

  it('has the text that documents it', () => {
    expect(fieldOf('int', { doc: ' Its key ' }).description).toBe('Its key');
    expect(fieldOf('int')).not.toHaveProperty('description');
  });

  it('has the fields of the records in it, in lists and maps, and in unions by their names', () => {
    const sku = { name: 'sku', dataType: 'STRING', dataTypeDisplay: 'string', constraint: 'NOT_NULL' };
    for (const type of [item, ['null', item], { type: 'array', items: item }, { type: 'map', values: item }])
      expect(fieldOf(type).children).toEqual([sku]);
    const part = { name: 'Item', dataType: 'RECORD', dataTypeDisplay: 'record', constraint: 'NULL', children: [sku] };
    expect(fieldOf(['null', 'int', item])).toMatchObject({ dataTypeDisplay: 'union<int,Item>', children: [part] });
  });

  it('of null alone is NULL', () => {
    expect(typed('null')).toEqual(['NULL', 'null', 'NULL']);
    expect(typed(['null'])).toEqual(['NULL', 'null', 'NULL']);
  });
});

describe('names of Avro', () => {
  it('count in their namespace first, then in none', () => {
    const inner = {
      type: 'record',
      name: 'B',
      namespace: 'b',
      fields: [
        { name: 'e', type: 'E' },
        { name: 'f', type: 'a.E' },
      ],
    };
    const outer = { type: 'enum', name: 'E', symbols: ['OUTER'] };
    const own = { type: 'enum', name: 'b.E', symbols: ['OWN'] };
    const { fields } = read({
      type: 'record',
      name: 'A',
      namespace: 'a',
      fields: [outer, own, inner].map((type, at) => ({ name: `x${at}`, type })),
    });
    const displays = fields[0]!.children![2]!.children!.map(({ dataTypeDisplay }) => dataTypeDisplay);
    expect(displays).toEqual(["enum('OWN')", "enum('OUTER')"]);
  });

  it('that are not defined become words, and are noted at their fields', () => {
    const { fields, notes } = read({ ...item, fields: [{ name: 'price', type: ['null', 'com.shop.Money'] }] });
    expect(fields[0]!.children).toEqual([
      { name: 'price', dataType: 'UNKNOWN', dataTypeDisplay: 'com.shop.Money', constraint: 'NULL' },
    ]);
    expect(notes).toEqual([{ field: 'price', message: 'Its type com.shop.Money is not defined in the text' }]);
  });

  it('of a record inside of itself end there', () => {
    const fields = [
      { name: 'next', type: ['null', 'Node'] },
      { name: 'all', type: { type: 'array', items: 'Node' } },
    ];
    const { fields: made, notes } = read({ type: 'record', name: 'Node', fields });
    expect(made[0]!.children).toEqual([
      { name: 'next', dataType: 'RECORD', dataTypeDisplay: 'record', constraint: 'NULL' },
      { name: 'all', dataType: 'ARRAY', dataTypeDisplay: 'array<record>', constraint: 'NOT_NULL' },
    ]);
    expect(notes).toEqual([]);
  });
});

describe('the message of an Avro text', () => {
  const order = { type: 'record', name: 'shop.Order', doc: 'An order', fields: [{ name: 'item', type: 'Item' }] };
  const named = (schema: unknown) => read(schema).fields.map(({ name, dataType }) => [name, dataType]);

  it('is its record', () => {
    expect(read(item).fields).toMatchObject([{ name: 'Item', dataType: 'RECORD', constraint: 'NOT_NULL' }]);
    expect(read(order).fields[0]!.description).toBe('An order');
  });

  it('is the one record of a list that no other type uses, else the union that a list is', () => {
    expect(named([item, order])).toEqual([['Order', 'RECORD']]);
    expect(named([order, item])).toEqual([['Order', 'RECORD']]);
    expect(named([item, { ...order, fields: [] }])).toEqual([['message', 'UNION']]);
    expect(named(['null', item])).toEqual([['Item', 'RECORD']]);
  });

  it('is the first record of a protocol that no other type uses', () => {
    expect(named({ protocol: 'P', namespace: 'x', types: [item, order, { ...order, name: 'Later' }] })).toEqual([
      ['Order', 'RECORD'],
    ]);
  });

  it('may be no record', () => {
    expect(named('"long"')).toEqual([['message', 'LONG']]);
  });
});

describe('a text that is no Avro', () => {
  it.each([
    ['{"type": "record", "fields": [', /^is no JSON: .*\(line 1, column \d+\)$|^is no JSON: Unexpected end/],
    ['record Order { long id; }', /^is no JSON: Unexpected token/],
    ['{"protocol": "P", "types": []}', /^has no types$/],
  ])('%s', (text, message) => {
    expect(read(text)).toEqual({
      fields: [],
      notes: [{ field: 'schemaText', message: expect.stringMatching(message) as string }],
    });
  });

  it.each([
    ['12'],
    ['null'],
    ['{}'],
    ['{"type": 7}'],
    ['{"type": "array"}'],
    ['[]'],
    ['{"type":"record","name":"A","fields":7}'],
  ])('%s is read as far as it goes, and never throws', (text) => {
    expect(read(text).fields.length).toBeLessThanOrEqual(1);
  });
});
