import {
  array,
  base,
  byRequest,
  defineEntityType,
  inverse,
  many,
  openObject,
  part,
  parts,
  readOnly,
  text,
  word,
} from '../../definition/build';
import { repeats } from './repeats';

const type = defineEntityType({
  type: 'thing',
  collection: 'things',
  description: 'A thing.',
  parents: [{ property: 'shelf', types: ['shelf'], required: true }],
  ancestors: [{ property: 'shelf', at: 'parent', types: ['shelf'] }],
  attributes: {
    kind: base(word),
    notes: byRequest(array(text)),
    size: byRequest(openObject),
    seen: readOnly(byRequest(text)),
    columns: parts(array(part('Column')), 'single', { columns: true }),
    schema: parts(openObject, 'single', { below: 'fields', fields: true }),
  },
  relations: {
    charts: many('chart'),
    owners: { ...many('user', 'team'), inherited: true },
    shownBy: { ...inverse('shows', 'page'), keptByPut: true },
  },
  example: {},
});

const ref = (id: string, of: string, more: object = {}): object => ({
  id,
  type: of,
  name: id,
  fullyQualifiedName: `the.${id}`,
  deleted: false,
  ...more,
});
const label = (tagFQN: string, more: object = {}): object => ({
  tagFQN,
  source: 'Classification',
  labelType: 'Manual',
  state: 'Confirmed',
  ...more,
});
const column = (name: string, more: object = {}): object => ({
  name,
  dataType: 'INT',
  fullyQualifiedName: `the.s.t.${name}`,
  tags: [],
  ...more,
});

const ID = '00000000-0000-4000-8000-000000000001';
const STORED = {
  id: ID,
  version: 0.3,
  updatedAt: 5,
  name: 't',
  displayName: 'T',
  kind: 'round',
  notes: ['a', 'b'],
  size: { wide: 1, deep: { high: [2] } },
  seen: 'yesterday',
  tags: [label('PII.None'), label('Tier.One')],
  shelf: ref('s', 'shelf'),
  columns: [column('x', { tags: [label('PII.None')] }), column('y', { children: [column('z')] })],
  schema: { kind: 'avro', fields: [column('f')] },
  charts: [ref(ID, 'chart'), ref('c2', 'chart')],
  owners: [ref('o', 'team', { inherited: true })],
  shownBy: [ref('p', 'page')],
};
/** What a client sends that has been sent before. */
const BODY = {
  name: 't',
  displayName: 'T',
  kind: 'round',
  notes: ['a', 'b'],
  size: { wide: 1, deep: { high: [2] } },
  shelf: 'the.s',
  columns: [
    { name: 'x', dataType: 'INT' },
    { name: 'y', dataType: 'INT', children: [{ name: 'z', dataType: 'INT' }] },
  ],
  schema: { kind: 'avro', fields: [{ name: 'f', dataType: 'INT' }] },
  charts: [ID, 'the.c2'],
};

describe('repeats', () => {
  it.each<[string, object, object]>([
    ['what was sent before', {}, {}],
    ['labels that are there', { tags: [{ tagFQN: 'Tier.One' }] }, {}],
    ['no labels', { tags: [] }, {}],
    [
      'labels of parts',
      { columns: [{ name: 'x', dataType: 'INT', tags: [{ tagFQN: 'PII.None' }] }, BODY.columns[1]] },
      {},
    ],
    ['empty lists for what is not there', { notes: [], columns: [] }, { notes: undefined, columns: [] }],
    ['references by id', { shelf: { id: 's', type: 'shelf' } }, {}],
    ['references by type and name', { shelf: { type: 'shelf', fullyQualifiedName: 'the.s' } }, {}],
    ['what the other end keeps', {}, { shownBy: undefined }],
    ['a deleted reference that is held', {}, { charts: [ref(ID, 'chart', { deleted: true }), ref('c2', 'chart')] }],
    ['an extension that is not named', {}, { extension: { own: 1 } }],
    ['the same extension', { extension: { own: [1] } }, { extension: { own: [1] } }],
  ])('holds for %s', (_, body, stored) => {
    expect(repeats(type, { ...BODY, ...body }, { ...STORED, ...stored })).toBe(true);
  });

  it.each<[string, object, object]>([
    ['another name', { name: 'T' }, {}],
    ['a text that differs', { displayName: 'T ' }, {}],
    ['what is no longer named', { kind: undefined }, {}],
    ['what is named now', {}, { displayName: undefined }],
    ['a list in another order', { notes: ['b', 'a'] }, {}],
    ['something deep', { size: { wide: 1, deep: { high: [3] } } }, {}],
    ['a new label', { tags: [{ tagFQN: 'PII.Sensitive' }] }, {}],
    ['a label in another state', { tags: [{ tagFQN: 'Tier.One', state: 'Suggested' }] }, {}],
    ['a label of the same name of a glossary', { tags: [{ tagFQN: 'Tier.One', source: 'Glossary' }] }, {}],
    [
      'a new label of a part',
      { columns: [{ name: 'x', dataType: 'INT', tags: [{ tagFQN: 'Tier.One' }] }, BODY.columns[1]] },
      {},
    ],
    ['a part less', { columns: [BODY.columns[0]] }, {}],
    ['parts in another order', { columns: [BODY.columns[1], BODY.columns[0]] }, {}],
    ['a part of another type', { columns: [{ name: 'x', dataType: 'BIGINT' }, BODY.columns[1]] }, {}],
    [
      'a part with something more',
      { columns: [{ name: 'x', dataType: 'INT', description: 'X' }, BODY.columns[1]] },
      {},
    ],
    ['a part with something less', {}, { columns: [column('x', { description: 'X' }), STORED.columns[1]] }],
    ['a part without its children', { columns: [BODY.columns[0], { name: 'y', dataType: 'INT' }] }, {}],
    [
      'a child of another type',
      { columns: [BODY.columns[0], { name: 'y', dataType: 'INT', children: [{ name: 'z', dataType: 'TEXT' }] }] },
      {},
    ],
    ['a field of another type', { schema: { kind: 'avro', fields: [{ name: 'f', dataType: 'TEXT' }] } }, {}],
    ['another kind around the fields', { schema: { kind: 'json', fields: [{ name: 'f', dataType: 'INT' }] } }, {}],
    ['no fields', { schema: { kind: 'avro' } }, {}],
    [
      'parts without a name',
      { columns: [{ dataType: 'INT' }] },
      { columns: [{ dataType: 'INT', fullyQualifiedName: 'x', tags: [] }] },
    ],
    ['another parent', { shelf: 'the.other' }, {}],
    ['a parent that is deleted', {}, { shelf: ref('s', 'shelf', { deleted: true }) }],
    ['no parent', { shelf: undefined }, {}],
    ['references in another order', { charts: ['the.c2', ID] }, {}],
    ['a reference less', { charts: [ID] }, {}],
    ['references that are no longer named', { charts: undefined }, {}],
    ['an owner that was inherited only', { owners: [{ id: 'o', type: 'team' }] }, {}],
    ['an owner by a name that several types have', { owners: ['the.o'] }, { owners: [ref('o', 'team')] }],
    ['owners that are emptied', { owners: [] }, { owners: [ref('o', 'team')] }],
    ['another extension', { extension: { own: [2] } }, { extension: { own: [1] } }],
  ])('does not hold for %s', (_, body, stored) => {
    expect(repeats(type, { ...BODY, ...body }, { ...STORED, ...stored })).toBe(false);
  });
});
