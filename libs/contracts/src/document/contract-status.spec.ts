import { type ContractStatus, CONTRACT_STATUSES, inForce, isContractStatus, transition } from './contract-status';

const REFUSED: readonly (readonly [ContractStatus, ContractStatus])[] = [
  ['Draft', 'Deprecated'],
  ['Deprecated', 'Draft'],
];
const PAIRS = CONTRACT_STATUSES.flatMap((from) => CONTRACT_STATUSES.map((to) => [from, to] as const));

describe('transition', () => {
  it.each(PAIRS)('%s → %s', (from, to) => {
    const refused = REFUSED.some(([a, b]) => a === from && b === to);
    expect(transition(from, to).allowed).toBe(!refused);
  });

  it('says what is allowed instead', () => {
    const message =
      'cannot go from Draft to Deprecated; allowed from Draft: Active, In Review, Approved, Rejected, Unprocessed';
    expect(transition('Draft', 'Deprecated')).toEqual({ allowed: false, message });
  });
});

describe('words', () => {
  it.each(CONTRACT_STATUSES)('%s: in force only when Active or Approved', (status) => {
    expect(inForce(status)).toBe(['Active', 'Approved'].includes(status));
  });

  it.each(['active', 'DRAFT', '', 'Violated', undefined, 5])('%j is no status', (word) =>
    expect(isContractStatus(word)).toBe(false),
  );
});
