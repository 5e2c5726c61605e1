import type { Asset } from '../../api/assets';
import { documentOf, draftFor, faultsOfDraft, missingOf, rulesFor } from './contract-draft';

const ASSET: Asset = {
  id: '8f3f6a5e-0000-4000-8000-000000000000',
  name: 'orders',
  fullyQualifiedName: 'shop.sales.public.orders',
  version: 0.1,
  updatedAt: 0,
  updatedBy: 'admin',
  href: '',
  deleted: false,
  columns: [
    { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY', description: 'not part of a promise' },
    { name: 'total', dataType: 'DECIMAL', precision: 12, scale: 2 },
    { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'VARCHAR', dataLength: 80 }] },
  ],
};

describe('a new contract', () => {
  it('promises at first the asset as it is', () => {
    expect(documentOf('table', ASSET, draftFor(ASSET))).toEqual({
      name: 'orders_contract',
      entity: { type: 'table', fullyQualifiedName: 'shop.sales.public.orders' },
      entityStatus: 'Active',
      schema: [
        { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' },
        { name: 'total', dataType: 'DECIMAL', precision: 12, scale: 2 },
        { name: 'place', dataType: 'STRUCT', children: [{ name: 'city', dataType: 'VARCHAR', dataLength: 80 }] },
      ],
      semantics: [
        { name: 'has_owner', description: 'It has an owner', rule: { '!!': { var: 'owners' } } },
        { name: 'has_description', description: 'It has a description', rule: { '!!': { var: 'description' } } },
      ],
    });
  });

  it('says nothing of what is not chosen', () => {
    const draft = { ...draftFor(ASSET), columns: new Set<string>(), rules: new Set<string>(), isActive: false };
    expect(documentOf('table', ASSET, draft)).toEqual({
      name: 'orders_contract',
      entity: { type: 'table', fullyQualifiedName: 'shop.sales.public.orders' },
      entityStatus: 'Draft',
    });
  });

  it('states terms of service, of use, and that there are no other columns', () => {
    const draft = {
      ...draftFor(ASSET),
      refresh: { amount: '1', unit: 'day' as const },
      latency: { amount: '4', unit: 'hour' as const },
      retention: { amount: '2', unit: 'year' as const },
      freshness: 'total',
      terms: ' Ask first. ',
      forbidsOthers: true,
    };
    expect(documentOf('table', ASSET, draft)).toMatchObject({
      sla: {
        refreshFrequency: { interval: 1, unit: 'day' },
        maxLatency: { value: 4, unit: 'hour' },
        retention: { period: 2, unit: 'year' },
        columnName: 'total',
      },
      termsOfUse: 'Ask first.',
      extension: { schemaPolicy: { extraColumns: 'forbid' } },
    });
  });

  it('states rules of its own, expected test cases and who may read what', () => {
    const draft = {
      ...draftFor(ASSET),
      rules: new Set<string>(),
      ownRules: [
        { name: ' few_columns ', text: '{ "<": [{ "var": "columns.length" }, 9] }' },
        { name: 'hasTier', text: ' ' },
      ],
      tests: new Set(['shop.sales.public.orders.id_is_unique']),
      classification: 'Confidential',
      policies: [
        {
          access: 'read',
          identities: ['analysts'],
          filters: [
            { column: 'id', values: ['1'] },
            { column: '', values: [] },
          ],
        },
      ],
    };
    expect(missingOf(draft)).toEqual([]);
    expect(documentOf('table', ASSET, draft)).toMatchObject({
      semantics: [{ name: 'few_columns', rule: { '<': [{ var: 'columns.length' }, 9] } }, { name: 'hasTier' }],
      qualityExpectations: [{ type: 'testCase', fullyQualifiedName: 'shop.sales.public.orders.id_is_unique' }],
      security: {
        dataClassification: 'Confidential',
        policies: [
          { accessPolicy: 'read', identities: ['analysts'], rowFilters: [{ columnName: 'id', values: ['1'] }] },
        ],
      },
    });
  });

  it.each([
    ['', '{}'],
    ['a', '{'],
    ['a', '[]'],
    ['a', 'true'],
  ])('refuses the rule %j of %j', (name, text) => {
    expect(missingOf({ ...draftFor(ASSET), ownRules: [{ name, text }] })).toHaveLength(1);
  });

  it('tells all that is missing, and where', () => {
    const draft = {
      ...draftFor(ASSET),
      name: '',
      ownRules: [
        { name: 'known', text: '' },
        { name: ' ', text: '[' },
      ],
      latency: { amount: 'never', unit: 'hour' as const },
      policies: [{ access: ' ', identities: [], filters: [{ column: '', values: ['1'] }] }],
    };
    expect(missingOf(draft)).toEqual([
      'A contract needs a name',
      'Rule 2: A rule needs a name',
      'Rule 2: This is no JSON of an object',
      'Maximum delay: A whole number from 1 to 999999',
      'Policy 1: A policy says who may read, or what',
    ]);
  });

  it.each(['0', '-1', '1.5', 'two', '1000000'])('refuses the span %s', (amount) => {
    const faults = faultsOfDraft({ ...draftFor(ASSET), name: ' ', latency: { amount, unit: 'hour' } });
    expect(Object.keys(faults)).toEqual(['name', 'latency']);
  });

  it('asks of tables alone whether columns are described', () => {
    expect(rulesFor('table').map(({ name }) => name)).toContain('columns_described');
    expect(rulesFor('topic').map(({ name }) => name)).not.toContain('columns_described');
  });
});
