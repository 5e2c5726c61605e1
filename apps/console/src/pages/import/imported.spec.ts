import { parse } from 'yaml';
import { importedDraft, mergedDraft, MOST_CHARACTERS, recognised } from './imported';

const TARGET = { entity: { type: 'table', fullyQualifiedName: 'a.b.c.d' }, name: 'orders' };

describe('a document that is imported', () => {
  it.each([
    ['name: orders', 'native'],
    ['{"name": "orders"}', 'native'],
    ['apiVersion: v3.1.0\nkind: DataContract', 'odcs'],
    ['{"kind": "DataContract"}', 'odcs'],
    ['apiVersion: v3.1.0', 'odcs'],
  ])('%j is told by its members', (text, format) => expect(recognised(text)).toEqual({ format }));

  it.each([
    ['- a', 'Line 1: a contract is a mapping of names'],
    ['just words', 'Line 1: a contract is a mapping of names'],
    ['a: 1\nb: [', 'Line 2'],
    ['a: 1\n---\nb: 2', 'Line'],
    ['kind: Deployment\napiVersion: apps/v1', 'It is a document of the kind Deployment'],
    ['x'.repeat(MOST_CHARACTERS + 1), 'It is larger than 4 MiB'],
  ])('%# is refused with its reason', (text, fault) => expect(recognised(text).fault).toContain(fault));

  it('becomes a draft of its target: comments stay, what the service sets goes, references are names', () => {
    const text = [
      '# agreed in spring',
      'name: other',
      'id: 1',
      'version: 0.3',
      'entity: {id: 5, type: table}',
      'owners:',
      '  - {id: 7, type: user, fullyQualifiedName: ada}',
      'schema:',
      '  - name: id # the key',
    ].join('\n');
    expect(importedDraft(text, TARGET)).toBe(
      [
        '# agreed in spring',
        'name: orders',
        'entity:',
        '  type: table',
        '  fullyQualifiedName: a.b.c.d',
        'owners:',
        '  - type: user',
        '    fullyQualifiedName: ada',
        'schema:',
        '  - name: id # the key',
        '',
      ].join('\n'),
    );
  });

  it('keeps its name where it makes a new contract, and JSON is written as YAML', () => {
    expect(importedDraft('{"name":"other","sla":{"retention":"P1Y"}}', { entity: TARGET.entity })).toBe(
      'name: other\nsla:\n  retention: P1Y\nentity:\n  type: table\n  fullyQualifiedName: a.b.c.d\n',
    );
  });
});

describe('a draft that another document is merged into', () => {
  const draft = [
    'description: why # by us',
    'schema:',
    '  - {name: id, dataType: INT, description: key}',
    '  - {name: home, dataType: STRUCT, children: [{name: zip, dataType: INT}]}',
    'sla: {retention: P1Y, availability: 99}',
    'semantics: [{name: owned, rule: a}]',
  ].join('\n');

  it.each([
    ['a text is replaced', 'description: new', { description: 'new' }],
    [
      'columns are merged by their names, nested ones too',
      'schema: [{name: home, children: [{name: zip, dataType: TEXT}, {name: city}]}, {name: more}]',
      {
        schema: [
          { name: 'id', dataType: 'INT', description: 'key' },
          { name: 'home', dataType: 'STRUCT', children: [{ name: 'zip', dataType: 'TEXT' }, { name: 'city' }] },
          { name: 'more' },
        ],
      },
    ],
    ['service levels are merged', 'sla: {availability: 98}', { sla: { retention: 'P1Y', availability: 98 } }],
    [
      'rules are added',
      'semantics: [{name: big, rule: b}]',
      {
        semantics: [
          { name: 'owned', rule: 'a' },
          { name: 'big', rule: 'b' },
        ],
      },
    ],
    ['what has no names replaces the list', 'semantics: [{rule: b}]', { semantics: [{ rule: 'b' }] }],
    ['nothing removes nothing', 'sla: null', {}],
  ])('%s', (_what, other, changed) => {
    const merged = mergedDraft(draft, other);
    expect(parse(merged)).toEqual({ ...(parse(draft) as object), ...changed });
  });

  it('keeps the text of what does not change', () => {
    expect(mergedDraft('description: why # by us\nname: a\n', 'name: b\ndescription: why\n')).toBe(
      'description: why # by us\nname: b\n',
    );
  });
});
