import { defineEntityType, array, children, inverse, many, part, parts } from '../definition/build';
import { mergePut } from './put-merge';

const type = defineEntityType({
  type: 'thing',
  collection: 'things',
  description: 'A thing.',
  attributes: { columns: parts(array(part('Column')), 'single', { columns: true }) },
  relations: {
    charts: many('chart'),
    shownBy: { ...inverse('shows', 'page'), keptByPut: true },
    below: children('thing'),
  },
  example: {},
});

const label = (tagFQN: string, more: object = {}): object => ({ tagFQN, ...more });
const ref = (id: string): object => ({ id, type: 'user' });

describe('mergePut', () => {
  it.each<[string, object, object, object]>([
    [
      'what the body does not name is removed',
      { name: 'x', displayName: 'old', charts: [ref('c')] },
      { name: 'x' },
      { name: 'x' },
    ],
    ['owners stay', { owners: [ref('u')] }, {}, { owners: [ref('u')] }],
    ['owners are replaced', { owners: [ref('u')] }, { owners: [ref('v')] }, { owners: [ref('v')] }],
    ['owners are emptied', { owners: [ref('u')] }, { owners: [] }, { owners: [] }],
    [
      'domains and products stay',
      { domains: [ref('d')], dataProducts: [ref('p')] },
      {},
      { domains: [ref('d')], dataProducts: [ref('p')] },
    ],
    ['reviewers go', { reviewers: [ref('u')] }, {}, {}],
    ['the other end stays where the type says so', { shownBy: [ref('p')] }, {}, { shownBy: [ref('p')] }],
    ['followers are not written', { followers: [ref('u')] }, {}, {}],
    ['what lies below is not written', { below: [ref('t')] }, {}, {}],
    ['extension stays', { extension: { a: 1 } }, {}, { extension: { a: 1 } }],
    ['extension is replaced as a whole', { extension: { a: 1 } }, { extension: { b: 2 } }, { extension: { b: 2 } }],
    ['tags are added', { tags: [label('A')] }, { tags: [label('B')] }, { tags: [label('A'), label('B')] }],
    [
      'tags keep their order',
      { tags: [label('A'), label('B')] },
      { tags: [label('B'), label('C'), label('A')] },
      { tags: [label('A'), label('B'), label('C')] },
    ],
    [
      'a tag is as the body says',
      { tags: [label('A', { reason: 'x' })] },
      { tags: [label('A', { reason: 'y' })] },
      { tags: [label('A', { reason: 'y' })] },
    ],
    ['tags stay', { tags: [label('A')] }, {}, { tags: [label('A')] }],
    ['a tag named twice comes once', {}, { tags: [label('A'), label('A')] }, { tags: [label('A')] }],
  ])('%s', (_, current, body, expected) => {
    expect(mergePut(type, current as Record<string, unknown>, body as Record<string, unknown>)).toEqual(expected);
  });

  it('merges the tags of columns by their names, nested ones too', () => {
    const nested = (tag: string): object => ({
      name: 'home',
      tags: [],
      children: [{ name: 'city', tags: [label(tag)] }],
    });
    const current = {
      columns: [{ name: 'id', tags: [label('A')] }, { name: 'gone', tags: [label('G')] }, nested('A')],
    };
    const body = { columns: [nested('B'), { name: 'id', dataType: 'INT' }, { name: 'gone2', tags: [label('N')] }] };
    expect(mergePut(type, current, body)).toEqual({
      columns: [
        { name: 'home', tags: [], children: [{ name: 'city', tags: [label('A'), label('B')] }] },
        { name: 'id', dataType: 'INT', tags: [label('A')] },
        { name: 'gone2', tags: [label('N')] },
      ],
    });
  });

  it('keeps the custom metrics of columns unless the body has some', () => {
    const metrics = (name: string): object[] => [{ name, expression: '1' }];
    const current = {
      columns: [
        { name: 'a', customMetrics: metrics('x') },
        { name: 'b', customMetrics: metrics('y') },
      ],
    };
    const body = { columns: [{ name: 'a' }, { name: 'b', customMetrics: [] }] };
    expect(mergePut(type, current, body)).toMatchObject({
      columns: [
        { name: 'a', customMetrics: metrics('x') },
        { name: 'b', customMetrics: [] },
      ],
    });
  });
});
