import { statedPromises } from '../registry';

const columns = ['order_no', 'customer', 'home'].map((name) => ({ name, dataType: 'INT' }));
const customers = {
  id: 'cust_tbl',
  ...{ name: 'customers', physicalName: 'sales.customers' },
  properties: [{ id: 'cust_id', name: 'id', physicalName: 'ID' }, { name: 'code' }],
};

/** Statements of the relationships of a document: at the column customer, or at the object. */
function stated(at: 'property' | 'object', relationship: object, now = columns): unknown[] {
  const relationships = [relationship];
  const properties = [
    { id: 'no_prop', name: 'order_no' },
    { name: 'customer', ...(at === 'property' && { relationships }) },
    { name: 'home' },
  ];
  const orders = { id: 'orders_tbl', name: 'orders', properties, ...(at === 'object' && { relationships }) };
  const stored = { document: { schema: [orders, customers] }, object: 0, baseline: { schema: columns } };
  return statedPromises({ contract: { schema: now }, assetType: 'table', stored })
    .slice(now.length)
    .map((promise) =>
      promise.kind === 'reference'
        ? [promise.columns.map(({ path }) => path).join(), promise.table, promise.referred.join()]
        : promise.unjudged?.message,
    );
}

describe('relationships of a document', () => {
  it.each<[string, object, unknown]>([
    ['by the names of the document', { to: 'customers.id' }, ['customer', 'sales.customers', 'ID']],
    ['to an object that the document does not have', { to: 'people.name' }, ['customer', 'people', 'name']],
    ['by ids', { to: 'schema/cust_tbl/properties/cust_id' }, ['customer', 'sales.customers', 'ID']],
    ['with a slash in front', { to: '/schema/cust_tbl/properties/code' }, ['customer', 'sales.customers', 'code']],
    ['to the table itself', { to: 'orders.order_no', type: 'foreignKey' }, ['customer', undefined, 'order_no']],
    ['to another document', { to: 'other.yaml#/schema/a/properties/b' }, 'Other documents are not read'],
    ['to an id that is not there', { to: 'schema/nope/properties/b' }, 'No object of the document has the id nope'],
    ['of another type', { to: 'customers.id', type: 'likes' }, 'No check exists for relationships of the type likes'],
    ['to nothing', {}, 'to names no column of a table'],
  ])('at a column %s', (_, relationship, expected) => expect(stated('property', relationship)).toEqual([expected]));

  it.each<[string, object, unknown]>([
    [
      'of a key',
      { from: ['orders.customer', 'orders.home'], to: ['customers.id', 'customers.code'] },
      ['customer,home', 'sales.customers', 'ID,code'],
    ],
    ['of one column', { from: 'orders_tbl.no_prop', to: 'customers.id' }, ['order_no', 'sales.customers', 'ID']],
    ['of another object', { from: 'customers.id', to: 'orders.home' }, 'from names no column of this object'],
    [
      'of as many columns',
      { from: ['orders.home'], to: ['customers.id', 'customers.code'] },
      'from and to do not name as many columns',
    ],
    [
      'to several tables',
      { from: ['orders.home', 'orders.customer'], to: ['customers.id', 'x.y'] },
      'to names columns of several tables',
    ],
  ])('at an object %s', (_, relationship, expected) => expect(stated('object', relationship)).toEqual([expected]));

  it('go with a column that was removed', () => {
    const now = columns.filter(({ name }) => name !== 'customer');
    expect(stated('property', { to: 'customers.id' }, now)).toEqual([]);
    expect(stated('object', { from: 'orders.customer', to: 'customers.id' }, now)).toEqual([]);
  });
});
