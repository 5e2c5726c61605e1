import { promisesOfColumns, type AssetColumns, type PromiseOfColumn } from '@app/contracts';
import type { ReadPromise } from '@app/data';
import { enforcementOf } from '@app/sources';
import { checkSchema } from '../schema-check';
import type { ValueEvidence } from './value-promises';

const FQN = 'x.d.s.orders';
const contractColumns = ['customer', 'day'].map((name) => ({ name, dataType: 'INT' }));
const columns = contractColumns.map((column) => ({ ...column, fullyQualifiedName: `${FQN}.${column.name}` }));
const asset = (more: Partial<AssetColumns> = {}): AssetColumns => ({
  ...{ columns, tableConstraints: [], presenceOnly: false, ...more },
});

/** The promise of a property of a document. */
function promiseOf(property: object): PromiseOfColumn {
  const document = { schema: [{ name: 'orders', properties: [property] }] };
  const baseline = { schema: contractColumns.slice(0, 1) };
  const [promise, ...more] = promisesOfColumns(contractColumns, { document, object: 0, baseline });
  if (!promise || more.length > 0) throw new Error('one promise was expected');
  return promise;
}

function judged(promise: PromiseOfColumn, has: AssetColumns, values?: ValueEvidence): unknown[] {
  const { details, outcomes } = checkSchema({
    ...{ contractColumns, asset: has, promises: [promise] },
    ...(values && { values }),
  });
  const outcome = outcomes!.get(promise.path)!;
  const said = 'by' in outcome ? outcome.by : 'reason' in outcome ? outcome.reason : undefined;
  return [outcome.state, said, ...details.map(({ field, message }) => `${field}: ${message}`)];
}

describe('a reference of a document', () => {
  const promise = promiseOf({ name: 'customer', relationships: [{ to: 'customers.id' }] });
  const found = (more: Partial<ReadPromise>): ValueEvidence => {
    const key = JSON.stringify([promise.path, [['customer'], 'customers', ['id']]]);
    return { read: new Map([[promise.path, { path: promise.path, key, by: 'data', status: 'Success', ...more }]]) };
  };
  const foreignKey = (referred: string) =>
    asset({
      tableConstraints: [
        { constraintType: 'FOREIGN_KEY', columns: ['customer'], referredColumns: [`x.d.s.${referred}`] },
      ],
    });
  const enforcement = enforcementOf('Postgres', 'Regular');

  it.each<[string, AssetColumns, ValueEvidence, unknown[]]>([
    ['is met by the rows', asset(), found({}), ['held', 'data']],
    ['is met where the engine enforces it', asset(), found({ by: 'engine' }), ['held', 'engine']],
    [
      'is broken by rows without a partner',
      asset(),
      found({ status: 'Failed', rows: 5, failedRows: 2 }),
      ['broken', 'data', 'customer: 2 of 5 rows have a value without a partner in customers.id'],
    ],
    [
      'is not judged where the source has no such table',
      asset(),
      found({ status: 'Aborted', reason: 'tableNotFound', message: 'x' }),
      ['notEvaluated', 'noCheck'],
    ],
    [
      'is broken where it cannot be met as it is written',
      asset(),
      found({ status: 'Aborted', reason: 'columnNotFound', message: 'no column id' }),
      ['broken', 'data', 'customer: reference: no column id (columnNotFound)'],
    ],
    ['waits for a source that is away', asset(), { unread: 'sourceUnreachable' }, ['blocked', undefined]],
    ['is not judged without a reading', asset(), { enforcement }, ['notEvaluated', 'noCheck']],
    ['is met by a key that the catalog knows', foreignKey('customers.id'), { enforcement }, ['held', 'engine']],
    ['is not met by another key', foreignKey('people.id'), { enforcement }, ['notEvaluated', 'noCheck']],
    ['is not met by a key that is only declared', foreignKey('customers.id'), {}, ['notEvaluated', 'noCheck']],
  ])('%s', (_, has, values, expected) => expect(judged(promise, has, values)).toEqual(expected));

  it('is broken where its column is missing', () => {
    expect(judged(promise, asset({ columns: columns.slice(1) }), found({}))).toEqual([
      ...['broken', 'catalog', 'customer: is missing in the asset'],
    ]);
  });
});

describe('a partition of a document', () => {
  const partitioned = (position?: number): PromiseOfColumn =>
    promiseOf({
      name: 'customer',
      partitioned: true,
      ...(position !== undefined && { partitionKeyPosition: position }),
    });

  it.each<[PromiseOfColumn, readonly string[] | undefined, unknown[]]>([
    [partitioned(), ['day', 'customer'], ['held', 'catalog']],
    [partitioned(-1), ['customer'], ['held', 'catalog']],
    [partitioned(2), ['day', 'customer'], ['held', 'catalog']],
    [partitioned(), undefined, ['notEvaluated', 'noCheck']],
    [partitioned(), ['day'], ['broken', 'catalog', 'customer: is not a column by which the asset is partitioned: day']],
    [
      partitioned(1),
      ['day', 'customer'],
      ['broken', 'catalog', 'customer: is number 2 of the columns by which the asset is partitioned, expected 1'],
    ],
  ])('%j of an asset that is by %j: %j', (promise, partition, expected) => {
    expect(judged(promise, asset(partition && { partition }))).toEqual(expected);
  });
});
