import { readNode } from './manifest-node';

const MODEL = {
  resource_type: 'model',
  database: 'd',
  schema: 's',
  name: 'm',
  alias: 'a',
  config: { materialized: 'view' },
};

describe('readNode', () => {
  it('names a relation as the database does', () => {
    expect(readNode('model.p.m', MODEL)).toMatchObject({
      is: 'relation',
      relation: {
        id: 'model.p.m',
        database: 'd',
        schema: 's',
        name: 'a',
        tableType: 'View',
        enforced: false,
        dependsOn: [],
      },
    });
    const source = { resource_type: 'source', schema: 's', name: 'orders', identifier: 'ORDERS', database: null };
    expect(readNode('source.p.x.orders', source)).toMatchObject({
      relation: { database: 's', name: 'ORDERS', tableType: 'Regular' },
    });
  });

  it.each<[string, unknown, string]>([
    ['model.p.m', { ...MODEL, config: { materialized: 'ephemeral' } }, 'passage'],
    ['analysis.p.a', { ...MODEL, resource_type: 'analysis' }, 'nothing'],
    ['operation.p.o', { ...MODEL, resource_type: undefined }, 'nothing'],
    ['model.p.m', { ...MODEL, schema: null }, 'skipped'],
    ['model.p.m', 7, 'skipped'],
    ['test.p.t', { resource_type: 'test' }, 'test'],
  ])('%s %j is %s', (id, sent, is) => {
    expect(readNode(id, sent)).toMatchObject({ is });
  });

  it('reads columns with their constraints, those of the model and of the column together', () => {
    const column = (name: string, ...types: string[]) => ({
      name,
      data_type: 'int',
      description: ' ',
      constraints: types.map((type) => ({ type })),
    });
    const columns = {
      a: column('a', 'not_null', 'primary_key'),
      b: column('b', 'not_null', 'unique'),
      c: column('c', 'check'),
      d: column('d'),
      e: { description: 'nameless' },
    };
    const constraints = [
      { type: 'primary_key', columns: ['c', 'd'] },
      { type: 'unique', columns: ['d'] },
    ];
    const contract = { enforced: true };
    expect(readNode('model.p.m', { ...MODEL, columns, constraints, contract })).toMatchObject({
      relation: {
        enforced: true,
        columns: [
          { name: 'a', type: 'int', constraint: 'PRIMARY_KEY', constraints: ['PRIMARY_KEY'] },
          { name: 'b', type: 'int', constraint: 'UNIQUE', constraints: ['UNIQUE', 'NOT_NULL'] },
          { name: 'c', type: 'int', constraint: 'NOT_NULL', constraints: ['PRIMARY_KEY'] },
          { name: 'd', type: 'int', constraint: 'UNIQUE', constraints: ['PRIMARY_KEY', 'UNIQUE'] },
        ],
      },
    });
  });

  it('finds what a test is of', () => {
    const test = (more: object) => readNode('test.p.t', { resource_type: 'test', name: 't', ...more });
    const reads = { depends_on: { nodes: ['model.p.other', 'model.p.own'] } };
    expect(
      test({ attached_node: 'model.p.m', column_name: '"Id"', test_metadata: { name: 'unique' }, ...reads }),
    ).toEqual({
      is: 'test',
      test: { id: 'test.p.t', name: 't', kind: 'unique', relation: 'model.p.m', column: 'Id' },
    });
    expect(test(reads)).toMatchObject({ test: { kind: 'singular', relation: 'model.p.own' } });
    expect(test({ ...reads, config: { severity: 'WARN' } })).toMatchObject({ test: { severity: 'warn' } });
    expect(test({ ...reads, config: { severity: 'loud' } })).toMatchObject({ test: { severity: undefined } });
    const old = { test_metadata: { name: 'relationships', kwargs: { column_name: 'id' } }, ...reads };
    expect(test(old)).toMatchObject({ test: { kind: 'relationships', relation: 'model.p.own', column: 'id' } });
  });
});
