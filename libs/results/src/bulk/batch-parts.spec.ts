import { batchParts } from './batch-parts';
import type { NamedEntry } from './bulk-plan';

const entry = (contract: string, at: number, id?: string): NamedEntry => ({
  at,
  contract: { id: contract, fqn: contract },
  sender: { name: 'ann' },
  result: { timestamp: at, status: 'Success', body: '{}', details: '{}', ...(id && { id }) },
});
const entries = (count: number, contracts: number): NamedEntry[] =>
  Array.from({ length: count }, (_, at) => entry(`c${at % contracts}`, at));

describe('the parts of a batch', () => {
  it('have no contract in common, all results in order, and about as many each', () => {
    const batch = entries(1_000, 37);
    const parts = batchParts(batch);
    expect(parts).toHaveLength(2);
    const [one, other] = parts.map((part) => new Set(part.map((at) => batch[at]!.contract.id)));
    expect([...one!].filter((contract) => other!.has(contract))).toEqual([]);
    expect(parts.flat().sort((a, b) => a - b)).toEqual(batch.map(({ at }) => at));
    for (const part of parts) {
      expect(part).toEqual([...part].sort((a, b) => a - b));
      expect(part.length).toBeGreaterThan(400);
    }
  });

  it.each([
    ['few results', entries(199, 20)],
    ['results of one contract', entries(1_000, 1)],
    ['a result that names its id', [...entries(999, 20), entry('c1', 999, 'a')]],
    ['nothing', []],
  ])('are one for %s', (_, batch) => {
    expect(batchParts(batch)).toEqual([batch.map(({ at }) => at)]);
  });
});
