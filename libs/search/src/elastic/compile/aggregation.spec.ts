import { compileAggregations } from './aggregation';

describe('compileAggregations', () => {
  it('counts different values as exactly as the server can', () => {
    const asked = { it: { metric: { type: 'cardinality', field: 'id' } } } as const;
    expect(compileAggregations(asked, { kind: 'all', boost: 1 })).toMatchObject({
      it: { cardinality: { precision_threshold: 40_000 } },
    });
  });
});
