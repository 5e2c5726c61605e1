import { readSchema } from './read-schema';
import type { SchemaField } from './reading/schema-field';

/** Characters that are read of one text. */
const LONGEST = 128 * 1024;

const filled = (item: (at: number) => string, end = 2_000): string => {
  let text = '';
  for (let at = 0; text.length < LONGEST - end; at++) text += item(at);
  return text;
};
const listed = (item: (at: number) => string, end?: number) => filled((at) => `${at ? ',' : ''}${item(at)}`, end);
const nested = (open: string, inside: string, close: string) => {
  const times = Math.floor((LONGEST - inside.length) / (open.length + close.length));
  return open.repeat(times) + inside + close.repeat(times);
};
const each = (fields: readonly SchemaField[], visit: (field: SchemaField, depth: number) => void, depth = 1): void => {
  for (const field of fields) {
    visit(field, depth);
    each(field.children ?? [], visit, depth + 1);
  }
};

/** Texts that are small and describe much, or that a careless reader takes long for. */
const WORST: readonly (readonly [name: string, language: string, text: string])[] = [
  ['fields of a message', 'Protobuf', `message A{${filled((at) => `int32 f${at}=${at + 1};`)}}`],
  [
    'reserved numbers',
    'Protobuf',
    `message A{reserved ${listed(String, 49_000)};${filled((at) => `int32 f${at}=1;`, 85_000)}}`,
  ],
  ['messages', 'Protobuf', filled((at) => `message F${at}{}`)],
  [
    'messages that use the next one twice',
    'Protobuf',
    filled((at) => `message F${at}{F${at + 1} a=1;F${at + 1} b=2;}`),
  ],
  ['messages in messages', 'Protobuf', nested('message A{', '', '}')],
  ['a deep package', 'Protobuf', `package ${'a.'.repeat(240)}b; message A{${filled((at) => `C${at} c${at}=1;`)}}`],
  ['extensions', 'Protobuf', `message A{}${filled((at) => `extend A{int32 f${at}=1;}`)}`],
  ['comments', 'Protobuf', filled(() => '//\n')],
  ['a comment without an end', 'Protobuf', filled(() => '/*')],
  ['quotes', 'Protobuf', `option a=${filled(() => `'\\`)}`],
  ['braces', 'Protobuf', `option a=${filled(() => '{')}`],
  ['blanks', 'Protobuf', filled(() => ' \n')],
  [
    'fields of a record',
    'Avro',
    `{"type":"record","name":"A","fields":[${listed((at) => `{"name":"f${at}","type":"int"}`)}]}`,
  ],
  ['lists of lists', 'Avro', nested('{"type":"array","items":', '"int"', '}')],
  ['unions of unions', 'Avro', nested('[', '', ']')],
  ['a wide union', 'Avro', `[${listed(() => '"int"')}]`],
  [
    'records that use the next one twice',
    'Avro',
    `[${listed((at) => `{"type":"record","name":"R${at}","fields":[{"name":"a","type":"R${at + 1}"},{"name":"b","type":"R${at + 1}"}]}`)}]`,
  ],
  [
    'a long enum that is used often',
    'Avro',
    `{"type":"record","name":"A","fields":[{"name":"e","type":{"type":"enum","name":"E","symbols":["${'x'.repeat(49_000)}"]}},${listed((at) => `{"name":"f${at}","type":"E"}`, 55_000)}]}`,
  ],
  [
    'objects that use the next one twice',
    'JSON',
    `{"$ref":"#/$defs/0","$defs":{${listed((at) => `"${at}":{"properties":{"a":{"$ref":"#/$defs/${at + 1}"},"b":{"$ref":"#/$defs/${at + 1}"}}}`)}}}`,
  ],
  ...['allOf', 'anyOf', 'oneOf'].map(
    (word) =>
      [
        `${word} of the next one twice`,
        'JSON',
        `{"$ref":"#/$defs/0","$defs":{${listed((at) => `"${at}":{"${word}":[{"$ref":"#/$defs/${at + 1}"},{"$ref":"#/$defs/${at + 1}"}]}`)}}}`,
      ] as const,
  ),
  ...['allOf', 'anyOf', 'enum', 'prefixItems', 'type'].map(
    (word) => [`a wide ${word}`, 'JSON', `{"${word}":[${listed(() => '{}')}]}`] as const,
  ),
  [
    'a long enum that is used often, in JSON Schema',
    'JSON',
    `{"$defs":{"e":{"enum":[${listed(String, 65_000)}]}},"properties":{${listed((at) => `"${at}":{"$ref":"#/$defs/e"}`, 70_000)}}}`,
  ],
  [
    'alternatives that are one wide object',
    'JSON',
    `{"$defs":{"e":{"properties":{${listed((at) => `"${at}":{}`, 65_000)}}}},"anyOf":[${listed(() => '{"$ref":"#/$defs/e"}', 70_000)}]}`,
  ],
  [
    'a long description that is used often',
    'JSON',
    `{"$defs":{"e":{"description":"${'x'.repeat(49_000)}"}},"properties":{${listed((at) => `"${at}":{"$ref":"#/$defs/e"}`, 55_000)}}}`,
  ],
  [
    'ids',
    'JSON',
    `{"$id":"https://a.example/b","properties":{${listed((at) => `"${at}":{"$id":"x${at}","$ref":"y${at}"}`)}}}`,
  ],
  ['items of items', 'JSON', nested('{"items":', '{}', '}')],
  ['properties', 'JSON', `{"properties":{${listed((at) => `"p${at}":{}`)}}}`],
];

describe('a text that describes much', () => {
  it.each(WORST)('%s in %s takes bounded time and makes bounded fields', (_, language, text) => {
    expect(text.length).toBeLessThanOrEqual(LONGEST);
    const before = process.cpuUsage();
    const { fields, notes } = readSchema(language, text, 'record');
    const { user, system } = process.cpuUsage(before);
    let [most, deepest] = [0, 0];
    each(fields, (_field, depth) => ([most, deepest] = [most + 1, Math.max(deepest, depth)]));
    expect(most).toBeLessThanOrEqual(5_001);
    expect(deepest).toBeLessThanOrEqual(25);
    expect(notes.length).toBeLessThanOrEqual(100);
    // At its worst 0.15 s, where nothing else runs; a reader that is not linear takes minutes.
    expect((user + system) / 1e6).toBeLessThan(2);
  });

  it('says where it was left off', () => {
    const wide = readSchema('JSON', `{"properties":{${listed((at) => `"p${at}":{}`)}}}`, 'members');
    expect(wide.fields).toHaveLength(5_000);
    expect(wide.notes).toEqual([
      { field: 'schemaText', message: 'has more fields than the 5000 that are read; the rest is left out' },
    ]);
    const deep = readSchema('JSON', nested('{"properties":{"a":', '{}', '}}'), 'members');
    expect(deep.notes).toEqual([
      { field: Array(24).fill('a').join('.'), message: 'has fields more than 24 levels deep, which are left out' },
    ]);
  });

  it('is not read where it is longer than that', () => {
    expect(readSchema('Avro', '"int"'.padEnd(LONGEST + 1), 'record')).toEqual({
      fields: [],
      notes: [{ field: 'schemaText', message: `is longer than the ${LONGEST} characters that are read` }],
    });
  });

  it('is not read in another language', () => {
    expect(readSchema('constructor', '{}', 'record').notes[0]!.message).toMatch('Avro, Protobuf, JSON are');
  });
});
