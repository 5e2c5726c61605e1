import { AppError } from '@app/common';
import type { Json } from '../../document/json';
import { isNamedLike, objectAsBefore, selectObject } from './select-object';

const document = {
  schema: [
    { name: 'Orders', physicalName: 'sales.orders_v2' },
    { name: 'orders', physicalName: 'other' },
    { name: 'returns' },
  ],
};

describe('selectObject', () => {
  it.each([
    ['orders', undefined, 1],
    ['Orders', undefined, 0],
    ['RETURNS', undefined, 2],
    ['orders_v2', undefined, 0],
    ['other', undefined, 1],
    ['nothing', 'returns', 2],
    ['orders', 'sales.orders_v2', 0],
  ])('for the asset %s and the name %s is number %d', (asset, name, expected) => {
    expect(selectObject(document, asset, name)?.index).toBe(expected);
  });

  it('is the only one whatever it is called, and none where there is none', () => {
    expect(selectObject({ schema: [{ name: 'x' }] }, 'orders')?.index).toBe(0);
    expect(selectObject({ schema: [] }, 'orders')).toBeUndefined();
    expect(selectObject({}, 'orders')).toBeUndefined();
  });

  it.each([
    [document, 'nothing', undefined, 'Orders, orders, returns'],
    [document, 'orders', 'absent', 'is not absent'],
    [{}, 'orders', 'absent', 'no schema objects'],
  ])('refuses what it cannot tell', (given, asset, name, reason) => {
    expect(() => selectObject(given, asset, name)).toThrow(AppError);
    expect(() => selectObject(given, asset, name)).toThrow(reason);
  });
});

describe('objectAsBefore', () => {
  const before = { document: { schema: [{ name: 'a' }, { name: 'b' }] }, object: 1 };
  it.each<[string, object, typeof before | { document: object; object: null }, string | undefined]>([
    ['wherever it stands now', { schema: [{ name: 'b' }, { name: 'a' }, { name: 'c' }] }, before, 'b'],
    ['which is gone', { schema: [{ name: 'a' }, { name: 'c' }] }, before, undefined],
    ['where there is no choice', { schema: [{ name: 'b' }] }, before, undefined],
    ['where there was none', { schema: [{ name: 'a' }, { name: 'b' }] }, { document: {}, object: null }, undefined],
  ])('the object of the import, %s', (_what, document, kept, name) => {
    expect(objectAsBefore(document as Json, kept as typeof before)).toBe(name);
  });
});

describe('isNamedLike', () => {
  it.each([
    ['orders', 'shop.db.public.orders', true],
    ['ORDERS', 'shop.db.public.orders', true],
    ['public.orders', 'shop.db.public.orders', true],
    ['sales.orders', 'shop.db.public.orders', false],
    ['rders', 'shop.db.public.orders', false],
    ['"a.b"', 'shop.db.public."a.b"', true],
    ['b', 'shop.db.public."a.b"', false],
    ['x.shop.db.public.orders', 'shop.db.public.orders', false],
    ['', 'shop.db.public.orders', false],
    [undefined, 'shop.db.public.orders', false],
  ])('%j is %s: %j', (name, fqn, expected) => {
    expect(isNamedLike(name, fqn)).toBe(expected);
  });
});
