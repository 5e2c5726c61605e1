import type { DocumentFile } from './document-file';
import { pathSteps } from './document-positions';
import { readDocument } from './read-document';

const read = (text: string | Buffer): DocumentFile => readDocument('f.yaml', Buffer.from(text as string));

describe('the steps of a path', () => {
  it.each([
    ['', []],
    ['schema[2].dataType', ['schema', 2, 'dataType']],
    ['schema."a.b".dataType', ['schema', 'a.b', 'dataType']],
    ['semantics.Has owner', ['semantics', 'Has owner']],
    ['extension["a \\"b\\""]', ['extension["a \\"b\\""]']],
    ['extension."a \\"b\\""', ['extension', 'a "b"']],
    ['schema."say ""x"""', ['schema', 'say "x"']],
    ['[0][1].x', [0, 1, 'x']],
    ['a..b', ['a..b']],
  ])('%s', (path, steps) => expect(pathSteps(path)).toEqual(steps));
});

describe('a document file', () => {
  it.each([
    ['a: 1\nb: [x, {c: true}]', { a: 1, b: ['x', { c: true }] }],
    ['{"a": 1, "b": [null]}', { a: 1, b: [null] }],
    ['\ufeffa: 2020-01-01', { a: '2020-01-01' }],
    ['n: 9007199254740992', { n: 2 ** 53 }],
    ['a: &x {b: 1}\nc: *x', { a: { b: 1 }, c: { b: 1 } }],
  ])('reads %j', (text, value) => expect(read(text)).toMatchObject({ value, faults: [] }));

  it.each([
    ['a: 1\na: 2', 'unique', 2, 1],
    ['a: [1', 'Flow sequence', 1, 6],
    ['{"a": 1, "a": 2}', 'unique', 1, 10],
    ['a: 1\n---\nb: 2', 'more than one YAML document', 2, 1],
    ['x:\n  n: 9007199254740993', 'cannot be held exactly', 2, 6],
    ['x:\n  y: "\\0"', 'U+0000', 2, 3],
    ['a: *nowhere', 'nowhere', 1, 1],
    ['a: !ruby/object:X {}', 'tag', 1, 4],
  ])('names the place of what is wrong with %j', (text, message, line, column) => {
    const { value, faults } = read(text);
    expect(value).toBeUndefined();
    expect(faults[0]).toMatchObject({
      message: expect.stringContaining(message) as string,
      position: { line, column },
    });
  });

  it('keeps what it says for further checks where only single values are wrong', () => {
    expect(read('a: 1\na: 2\nb: 3')).toMatchObject({ partial: { a: 2, b: 3 } });
    expect(read('n: 9007199254740993\nb: 3')).toMatchObject({ partial: { b: 3 } });
    expect(read('a: [1\nb: 3').partial).toBeUndefined();
  });

  it('survives what is no text, and what is nested too deeply', () => {
    expect(read(Buffer.from([0x61, 0xff])).faults[0]?.message).toBe('is not valid UTF-8');
    expect(read('['.repeat(100_000)).faults[0]?.message).toMatch(/nested too deeply|must be|levels/);
    expect(read('['.repeat(70) + ']'.repeat(70)).faults[0]?.message).toContain('64 levels');
  });
});

describe('places in a document', () => {
  const own = read(
    'name: x\nschema:\n  - name: id\n    dataType: INT\n  - { name: "a.b", children: [{ name: zip }] }\n',
  );
  const odcs = read(
    'apiVersion: v3.1.0\nschema:\n  - name: orders\n    properties:\n      - name: id\n        physicalName: ID\n',
  );

  it.each([
    ['', 1, 1],
    ['name', 1, 1],
    ['schema[0].dataType', 4, 5],
    ['schema.id.dataType', 4, 5],
    ['schema."a.b".children.zip', 5, 31],
    ['schema[7].name', 2, 1],
    ['schema.gone.dataType', 2, 1],
    ['sla.refreshFrequency', 1, 1],
  ])('%s of a contract of the catalog', (path, line, column) => {
    expect(own.positions?.of(path)).toEqual({ line, column });
  });

  it.each([
    ['schema[0].properties[0].physicalName', 6, 9],
    ['schema.id.dataType', 5, 9],
    ['schema.ID', 5, 9],
  ])('%s of a document of the standard', (path, line, column) => {
    expect(odcs.positions?.of(path)).toEqual({ line, column });
  });
});
