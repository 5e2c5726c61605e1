import { compileAggregations } from './aggregation';

const ALL = { kind: 'all', boost: 1 } as const;

describe('compileAggregations', () => {
  it('has each of several shards count more values than are shown', () => {
    const bucket = { type: 'terms', field: 'id', size: 5, minDocCount: 1, order: [] } as const;
    const asked = { it: { bucket, below: {} } } as const;
    expect(compileAggregations(asked, ALL, true)).toMatchObject({ it: { terms: { size: 5, shard_size: 10_000 } } });
    expect(compileAggregations(asked, ALL)).toEqual({
      it: { terms: expect.not.objectContaining({ shard_size: expect.anything() }), aggregations: {} },
    });
  });

  it('counts different values as exactly as the server can', () => {
    const asked = { it: { metric: { type: 'cardinality', field: 'id' } } } as const;
    expect(compileAggregations(asked, ALL)).toMatchObject({
      it: { cardinality: { precision_threshold: 40_000 } },
    });
  });
});
