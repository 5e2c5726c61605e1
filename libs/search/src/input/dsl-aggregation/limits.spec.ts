import { readAggregations } from '../dsl/read-parameter';

const read = (it: object): unknown => readAggregations('aggs', JSON.stringify({ it }), { now: 0 })['it'];

describe('readAggregations', () => {
  it.each([true, 'true'])('reads %j of a boolean', (value) => {
    const asked = { terms: { field: 'deleted', missing: value, include: [value] } };
    expect(read(asked)).toMatchObject({ bucket: { missing: 'true', include: ['true'] } });
  });

  it.each([
    ['missing', 'maybe'],
    ['missing', 1],
    ['include', ['1']],
  ])('refuses as %s of a boolean: %j', (key, value) => {
    expect(() => read({ terms: { field: 'deleted', [key]: value } })).toThrow(/must be true or false/);
  });

  it('takes offsets of up to a thousand years', () => {
    const days = (offset: string): unknown =>
      read({ date_histogram: { field: 'updatedAt', calendar_interval: 'day', offset } });
    expect(days('-365000d')).toMatchObject({ bucket: { offsetMs: -31_536_000_000_000 } });
    expect(() => days('+100000000d')).toThrow(/must be from -365000d to \+365000d/);
  });
});
