import { namedPath } from './fqn-parts';

describe('the name and the path of an FQN', () => {
  it.each([
    ['shop.db.sales.orders', { name: 'orders', path: 'shop.db.sales' }],
    ['shop.db.sales.orders.dataContract_orders_contract', { name: 'orders_contract', path: 'shop.db.sales.orders' }],
    ['shop."a.b"."say ""x"""', { name: 'say "x"', path: 'shop."a.b"' }],
    ['shop', { name: 'shop', path: '' }],
    ['', { name: '', path: '' }],
  ])('%s', (fqn, parts) => expect(namedPath(fqn)).toEqual(parts));
});
