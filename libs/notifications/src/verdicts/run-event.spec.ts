import { runEventOf, trialEvent, type Verdict } from './run-event';

const VERDICT: Verdict = {
  id: '0b7c9a52-7c1f-4b0e-9c7d-0f5a2d1e6b34',
  timestamp: Date.UTC(2026, 10, 20, 6),
  contractExecutionStatus: 'Failed',
  result: '1 of 3 columns failed (discount).',
  schemaValidation: { passed: 2, failed: 1, total: 3, failedFields: ['discount'] },
  semanticsValidation: { passed: 0, failed: 1, total: 1, failedRules: [{ ruleName: 'has owner' }] },
  qualityValidation: { passed: 4, failed: 0, total: 4 },
  slaValidation: { refreshFrequencyMet: true, latencyMet: false, message: 'late' },
};
const DATASET = { namespace: 'postgres://db', name: 'shop.public.orders' };

interface Told {
  readonly eventType: string;
  readonly inputs: readonly {
    readonly inputFacets?: { readonly dataQualityAssertions: { readonly assertions: readonly object[] } };
  }[];
  readonly run: { readonly facets: Readonly<Record<string, { readonly message: string }>> };
}

describe('runEventOf', () => {
  it('tells the contract as a whole, each dimension, and what failed', () => {
    const event = runEventOf('shop.orders.c', DATASET, VERDICT) as Told;
    expect(event).toMatchObject({
      eventType: 'COMPLETE',
      eventTime: '2026-11-20T06:00:00.000Z',
      run: { runId: VERDICT.id },
      job: { namespace: 'metadata-catalog', name: 'shop.orders.c' },
      inputs: [DATASET],
    });
    expect(event.inputs[0]!.inputFacets!.dataQualityAssertions.assertions).toEqual([
      { assertion: 'data_contract', success: false, description: VERDICT.result },
      { assertion: 'contract_schema', success: false, expected: '3 passed', actual: '2 passed' },
      { assertion: 'contract_schema', success: false, column: 'discount' },
      { assertion: 'contract_semantics', success: false, expected: '1 passed', actual: '0 passed' },
      { assertion: 'contract_semantics', name: 'has owner', success: false },
      { assertion: 'contract_quality', success: true, expected: '4 passed', actual: '4 passed' },
      { assertion: 'contract_sla', name: 'refreshFrequency', success: true },
      { assertion: 'contract_sla', name: 'latency', success: false },
    ]);
  });

  it('judges nothing where the run was aborted, and says why', () => {
    const event = runEventOf('c', DATASET, { ...VERDICT, contractExecutionStatus: 'Aborted' }) as Told;
    expect(event.eventType).toBe('ABORT');
    expect(event.inputs).toEqual([DATASET]);
    expect(event.run.facets.errorMessage?.message).toBe(VERDICT.result);
  });

  it('is tried out without a dataset', () => {
    expect(trialEvent(VERDICT.id, 0)).toMatchObject({ eventType: 'OTHER', inputs: [], outputs: [] });
  });
});
