import { AppError } from '@app/common';
import { batchParts } from './batch-parts';

const row = (contract: number, more: object = {}): object => ({
  contractId: `00000000-0000-4000-8000-00000000000${contract.toString(16)}`,
  timestamp: 1,
  ...more,
});
const rows = (count: number, contracts: number): object[] =>
  Array.from({ length: count }, (_, at) => row(at % contracts));

describe('the parts of a batch', () => {
  const contractsOf = (batch: readonly unknown[], part: readonly number[]): Set<string> =>
    new Set(part.map((at) => (batch[at] as { contractId: string }).contractId.toLowerCase()));

  it.each([
    ['by id', rows(1_000, 14)],
    [
      'by id, in either case',
      rows(1_000, 14).map((one, at) => (at % 3 ? one : { ...one, contractId: 'ABCDEF' + (at % 9) })),
    ],
    ['by FQN', rows(1_000, 14).map((_, at) => ({ contractFQN: `f.c${at % 13}` }))],
  ])('have no contract in common, all rows in order, and a bit more in the first: %s', (_, batch) => {
    const parts = batchParts(batch);
    expect(parts).toHaveLength(2);
    const named = batch.map((one) => ({ contractId: Object.values(one)[0] as string }));
    const [one, other] = parts.map((part) => contractsOf(named, part));
    expect([...one!].filter((contract) => other!.has(contract))).toEqual([]);
    expect(parts.flat().sort((a, b) => a - b)).toEqual(batch.map((_, at) => at));
    for (const part of parts) expect(part).toEqual([...part].sort((a, b) => a - b));
    expect(parts[0]!.length).toBeGreaterThan(parts[1]!.length);
    expect(parts[1]!.length).toBeGreaterThan(350);
  });

  it.each([
    ['few rows', rows(199, 14)],
    ['rows of one contract', rows(1_000, 1)],
    ['a row that names the id of a result', [...rows(999, 14), row(1, { id: 'a' })]],
    ['a row that calls its contract otherwise', [...rows(999, 14), { contractFQN: 'f.c1' }]],
    ['nothing', []],
  ])('are one for %s', (_, batch) => {
    expect(batchParts(batch)).toEqual([batch.map((_, at) => at)]);
  });

  it('have what is no row as well', () => {
    const batch = [null, 7, 'text', [], new AppError('BAD_REQUEST', 'no JSON'), { contractId: 7 }, ...rows(500, 14)];
    const parts = batchParts(batch);
    expect(parts).toHaveLength(2);
    expect(parts.flat().sort((a, b) => a - b)).toEqual(batch.map((_, at) => at));
  });
});
