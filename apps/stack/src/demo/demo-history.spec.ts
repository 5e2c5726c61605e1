import { nightly } from './demo-history';

const NOW = Date.UTC(2026, 4, 20, 12);

describe('the history of the demo', () => {
  it.each([
    ['orders', 1, 'Success', 'All checks passed: 7 columns, 3 semantics rules.'],
    [
      'customers',
      17,
      'PartialSuccess',
      '1 of 4 columns failed (email). Column email: promised VARCHAR(320), found INT: a whole number, not text.',
    ],
    [
      'products',
      1,
      'PartialSuccess',
      '2 of 3 semantics rules failed (has an owner, every column is described). Rule has an owner: owners is empty. ' +
        'Rule every column is described: in item 3 of columns description is missing.',
    ],
    [
      'shipments',
      1,
      'Failed',
      'SLA not met (refresh frequency). SLA refresh frequency: no evidence (no refresh is known).',
    ],
    ['shipments', 30, 'Success', 'All checks passed: 1 SLA target.'],
  ])('says of %s, %d days ago, what its validation says', (table, daysAgo, contractExecutionStatus, result) =>
    expect(nightly(table, daysAgo, NOW)).toMatchObject({ contractExecutionStatus, result }),
  );

  it('counts what a contract promises, and leaves out what it does not', () => {
    expect(nightly('customers', 19, NOW)).toMatchObject({
      schemaValidation: { passed: 3, failed: 1, total: 4, failedFields: ['email'] },
      semanticsValidation: { passed: 1, failed: 1, total: 2 },
    });
    expect(Object.keys(nightly('shipments', 1, NOW))).toEqual(['contractExecutionStatus', 'result', 'slaValidation']);
  });

  it('says what the tests of that night found, and once that it could not look', () => {
    expect(nightly('customers', 2, NOW)).toMatchObject({
      contractExecutionStatus: 'PartialSuccess',
      result: expect.stringContaining('failed at 2026-05-18 02:30 UTC: 3 addresses are there twice.'),
      qualityValidation: { passed: 0, failed: 1, total: 1, qualityScore: 0 },
    });
    expect(nightly('order_items', 2, NOW)).toMatchObject({ qualityValidation: { qualityScore: 100 } });
    expect(nightly('orders', 7, NOW)).toMatchObject({ contractExecutionStatus: 'Aborted' });
  });
});
