import { entityTypes } from '../../types/entity-types';
import type { Reference } from '../../definition/entity-document';
import type { SearchRow } from './search-row';
import { toDocument } from './to-document';

const ancestor = (type: string, name: string) => ({ id: `${name}-id`, type, name, fullyQualifiedName: name });

function row(type: string, more: Partial<SearchRow> = {}): SearchRow {
  return {
    ...{ node: '1', id: 'x', type, name: 'n', fqn: 's.d.p.n', updated_at: '1763000000000', deleted: false },
    ...{ body: {}, details: {}, parent: null, grandparent: null, root: null, service_type: null, votes: 0 },
    ...{ relations: null, children: null, contributed: {} },
    ...more,
  };
}

const documentOf = (type: string, more: Partial<SearchRow>, relations: [string, Reference[]][] = []) =>
  toDocument(entityTypes.get(type), { row: row(type, more), relations: new Map(relations) });

describe('the search document', () => {
  it('of a table: its place, its tier apart from its tags, nested columns under their paths', () => {
    const document = documentOf('table', {
      body: { description: 'd', tableType: 'Regular' },
      details: {
        tags: [{ tagFQN: 'Tier.Tier1' }, { tagFQN: 'PII.Mail', source: 'Classification', appliedBy: 'someone' }],
        columns: [
          { name: 'a', dataType: 'STRUCT', children: [{ name: 'b', dataType: 'INT', description: 'inner' }] },
          { name: 'c', dataType: 'INT', description: '', tags: [{ tagFQN: 'PII.Mail' }] },
        ],
      },
      parent: ancestor('databaseSchema', 'p'),
      grandparent: ancestor('database', 'd'),
      root: ancestor('databaseService', 's'),
      service_type: 'Postgres',
      contributed: { contract: { name: 'k', latestStatus: 'Failed' } },
    });
    expect(document).toMatchObject({
      ...{ entityType: 'table', updatedAt: 1_763_000_000_000, tableType: 'Regular', serviceType: 'Postgres' },
      ...{ databaseSchema: { name: 'p' }, database: { name: 'd' }, service: { name: 's', type: 'databaseService' } },
      tier: { tagFQN: 'Tier.Tier1' },
      contract: { name: 'k', latestStatus: 'Failed' },
      columns: [
        { name: 'a', dataType: 'STRUCT' },
        { name: 'a.b', dataType: 'INT', description: 'inner' },
        { name: 'c', dataType: 'INT', tags: [{ tagFQN: 'PII.Mail' }] },
      ],
    });
    expect(document.tags).toEqual([{ tagFQN: 'PII.Mail', source: 'Classification' }]);
    expect(document).not.toHaveProperty('children');
  });

  it.each([
    [
      'topic',
      { details: { messageSchema: { schemaFields: [{ name: 'f', children: [{ name: 'g' }] }] } } },
      ['f', 'f.g'],
    ],
    ['pipeline', { details: { tasks: [{ name: 't' }] } }, ['t']],
    ['mlmodel', { details: { mlFeatures: [{ name: 'm' }] } }, ['m']],
    ['searchIndex', { body: { fields: [{ name: 'i', dataType: 'TEXT' }] } }, ['i']],
  ])('of a %s names its parts', (type, more, names) => {
    const { children, columns } = documentOf(type, more);
    expect([(children as { name: string }[]).map(({ name }) => name), columns]).toEqual([names, undefined]);
  });

  it('of a container has the columns of its data', () => {
    const details = { dataModel: { columns: [{ name: 'id', dataType: 'INT' }] } };
    expect(documentOf('container', { details }).columns).toEqual([{ name: 'id', dataType: 'INT' }]);
  });

  it('shows owners and followers, and not whether an owner is deleted', () => {
    const ann = { id: 'u', type: 'user', name: 'ann', fullyQualifiedName: 'ann', deleted: true } as const;
    const document = documentOf('table', {}, [
      ['owners', [{ ...ann, inherited: true }]],
      ['followers', [ann]],
      ['domains', []],
    ]);
    expect(document.owners).toEqual([
      { id: 'u', type: 'user', name: 'ann', fullyQualifiedName: 'ann', inherited: true },
    ]);
    expect(document.followers).toEqual(['u']);
    expect(document).not.toHaveProperty('domains');
  });

  it('says of people that they are no bots unless they are', () => {
    expect(documentOf('user', {}).isBot).toBe(false);
    expect(documentOf('user', { body: { isBot: true } }).isBot).toBe(true);
    expect(documentOf('team', {}).isBot).toBe(false);
  });
});
