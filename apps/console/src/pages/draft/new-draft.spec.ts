import { parse } from 'yaml';
import type { Asset } from '../../api/assets';
import { newDraft } from './new-draft';

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
  it('promises at first the asset as it is, an owner and a description', () => {
    expect(parse(newDraft('table', ASSET))).toEqual({
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

  it('promises no columns of an asset without any', () => {
    expect(parse(newDraft('dashboard', { ...ASSET, columns: undefined } as unknown as Asset))).not.toHaveProperty(
      'schema',
    );
  });
});
