import { localContractName } from './local-contracts';

describe('the name of the contract that has the results of an asset', () => {
  it('says whose contract is inherited, and by which asset', () => {
    expect(localContractName('sales contract', 'orders')).toBe('sales contract - orders');
  });

  it('is a name that the catalog takes, whatever the two names are', () => {
    const long = '𝛼'.repeat(256);
    expect([...localContractName(long, long)]).toHaveLength(256);
    expect([...localContractName('c'.repeat(250), 'orders_of_yesterday')].join('')).toBe(`${'c'.repeat(250)} - ord`);
  });

  it('does not end in a blank where it is cut', () => {
    expect(localContractName('c'.repeat(254), 'orders')).toBe(`${'c'.repeat(254)} -`);
  });
});
