import { RULE_BUDGET } from '../rule-runner';
import { RuleThreadHandle, heapFor } from './rule-thread-handle';

describe('RuleThreadHandle', () => {
  it('knows that its thread has ended while it was idle', async () => {
    const thread = new RuleThreadHandle(80, RULE_BUDGET);
    expect(thread.isAlive).toBe(true);
    await thread.terminate();
    expect(thread.isAlive).toBe(false);
  });
});

describe('heapFor', () => {
  it('leaves a rule its memory whatever the size of the asset', () => {
    const small = heapFor('{}', RULE_BUDGET);
    const large = heapFor('x'.repeat(9 * 2 ** 20), RULE_BUDGET);
    expect(small).toBeGreaterThan(RULE_BUDGET.memory);
    expect(large - small).toBeGreaterThanOrEqual(9 * 5);
  });
});
