import * as fc from 'fast-check';
import { keptPart, type ProducerPart } from './producer-part';
import { partFails, sumParts } from './sum-parts';

const part = (producer: string, more: Partial<ProducerPart> = {}): ProducerPart => ({
  ...{ producer, timestamp: 1_700_000_000_000, status: 'Success', body: {}, details: {}, isLasting: false },
  ...more,
});
const counts = (passed: number, failed: number) => ({ passed, failed, total: passed + failed });
const quality = (passed: number, failed: number) => ({ qualityValidation: counts(passed, failed) });

describe('the sum of parts', () => {
  it('adds counts by dimension and says who failed', () => {
    const dbt = part('dbt', { status: 'Failed', body: { ...quality(1, 2), result: '2 tests failed.' } });
    const soda = part('soda', { body: { ...quality(3, 0), schemaValidation: { ...counts(4, 0), failedFields: [] } } });
    expect(sumParts([soda, dbt])).toEqual({
      status: 'PartialSuccess',
      body: {
        result: '1 of 2 producers did not pass. dbt: 2 tests failed.',
        schemaValidation: { passed: 4, failed: 0, total: 4, failedFields: [] },
        qualityValidation: { passed: 4, failed: 2, total: 6, qualityScore: 66.67 },
      },
      details: {
        parts: [
          {
            ...{
              producer: 'dbt',
              timestamp: dbt.timestamp,
              contractExecutionStatus: 'Failed',
              result: '2 tests failed.',
            },
            qualityValidation: { ...counts(1, 2), qualityScore: 33.33 },
          },
          {
            ...{ producer: 'soda', timestamp: soda.timestamp, contractExecutionStatus: 'Success' },
            schemaValidation: counts(4, 0),
            qualityValidation: { ...counts(3, 0), qualityScore: 100 },
          },
        ],
      },
    });
  });

  it.each([
    ['the status alone of a part without counts', [part('a', { status: 'Failed' })], 'Failed'],
    ['a failure without counts beside a success', [part('a', { status: 'Failed' }), part('b')], 'PartialSuccess'],
    ['a partial success without counts', [part('a', { status: 'PartialSuccess' })], 'PartialSuccess'],
    [
      'a failed status above counts that passed',
      [part('a', { status: 'Failed', body: quality(1, 0) })],
      'PartialSuccess',
    ],
    ['counts that failed below a success', [part('a', { body: quality(1, 1) })], 'Failed'],
    [
      'counts of which only those of the list are known',
      [part('a', { body: { schemaValidation: { failedFields: ['x'] } } })],
      'Failed',
    ],
    [
      'counts that follow from the others',
      [part('a', { body: { qualityValidation: { passed: 1, total: 2 } } })],
      'Failed',
    ],
    [
      'an aborted part beside a success',
      [part('a', { status: 'Aborted' }), part('b', { body: quality(1, 0) })],
      'Aborted',
    ],
    [
      'an aborted part beside a failure',
      [part('a', { status: 'Aborted' }), part('b', { body: quality(0, 1) })],
      'Failed',
    ],
    [
      'a missed target',
      [
        part('a', { body: { slaValidation: { latencyMet: true } } }),
        part('b', { body: { slaValidation: { latencyMet: false } } }),
      ],
      'Failed',
    ],
    ['nothing at all', [part('a')], 'Success'],
  ])('judges %s', (_what, parts, status) => {
    expect(sumParts(parts as ProducerPart[]).status).toBe(status);
  });

  it('has reasons of runs and of pushes in one list, and keeps their shape where they are of one kind', () => {
    const ours = part('service', { details: { schemaValidation: [{ field: 'a', message: 'missing' }] } });
    const pushed = part('dbt', { details: { schemaValidation: { typeMismatchFields: ['b'], message: 'bad' } } });
    expect(sumParts([pushed]).details.schemaValidation).toEqual({ typeMismatchFields: ['b'], message: 'bad' });
    expect(sumParts([ours, pushed]).details.schemaValidation).toEqual([
      { field: 'b', message: 'has another type' },
      { field: 'dbt', message: 'bad' },
      { field: 'a', message: 'missing' },
    ]);
  });

  const count = fc.nat({ max: 1_000 });
  const body = fc.record(
    {
      schemaValidation: fc.tuple(count, count).map(([p, f]) => ({ ...counts(p, f), failedFields: f ? ['x'] : [] })),
      semanticsValidation: fc.tuple(count, count).map(([p, f]) => ({ ...counts(p, f), failedRules: [] })),
      qualityValidation: fc.tuple(count, count).map(([p, f]) => counts(p, f)),
      slaValidation: fc.record({ latencyMet: fc.boolean(), availabilityMet: fc.boolean() }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  const parts = fc.uniqueArray(
    fc.record({
      producer: fc.constantFrom(...'abcdefgh'),
      timestamp: fc.constant(1_700_000_000_000),
      status: fc.constantFrom('Success', 'Failed', 'PartialSuccess', 'Aborted' as const),
      body: body as fc.Arbitrary<Record<string, unknown>>,
      details: fc.constant({}),
    }),
    { selector: ({ producer }) => producer, minLength: 1, maxLength: 8 },
  ) as fc.Arbitrary<ProducerPart[]>;

  it('is the same in any order, adds up, and is a success only where no part fails', () => {
    fc.assert(
      fc.property(parts, (list) => {
        const sum = sumParts(list);
        expect(sumParts([...list].reverse())).toEqual(sum);
        expect(sum.status === 'Success').toBe(!list.some(partFails));
        for (const name of ['schemaValidation', 'semanticsValidation', 'qualityValidation']) {
          const said = list.flatMap((one) => (one.status === 'Aborted' ? [] : ((one.body[name] as never) ?? [])));
          const of = (member: string) => said.reduce((total, one) => total + Number(one[member]), 0);
          const expected = { passed: of('passed'), failed: of('failed'), total: of('total') };
          if (said.length > 0) expect(sum.body[name]).toMatchObject(expected);
          else expect(sum.body[name]).toBeUndefined();
        }
      }),
      { numRuns: 500 },
    );
  });

  it('of parts as they are kept is the same, but for what is long', () => {
    fc.assert(fc.property(parts, (list) => expect(sumParts(list.map(keptPart))).toEqual(sumParts(list))));
    const names = Array.from({ length: 10_000 }, (_, n) => `column_${n}`);
    const long = part('a', {
      body: { result: 'x'.repeat(9_000), schemaValidation: { ...counts(0, 10_000), failedFields: names } },
    });
    const kept = keptPart(long).body as {
      result: string;
      schemaValidation: { failed: number; failedFields: string[] };
    };
    expect(kept.schemaValidation.failed).toBe(10_000);
    expect(JSON.stringify(kept).length).toBeLessThan(20_000);
  });
});
