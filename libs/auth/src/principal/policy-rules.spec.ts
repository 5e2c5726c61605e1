import { policyRules } from './policy-rules';

describe('policyRules', () => {
  it('joins the rules of several policies', () => {
    const one = { name: 'a', effect: 'allow', operations: ['ViewAll'], resources: ['table'], condition: 'isOwner()' };
    const two = { name: 'b', effect: 'deny', operations: ['All'], resources: ['All'] };
    const policies = [
      { policy: 'first', rules: [one] },
      { policy: 'without rules', rules: null },
      { policy: 'second', rules: [two] },
    ];
    expect(policyRules(policies)).toEqual([
      { ...one, policy: 'first' },
      { ...two, policy: 'second' },
    ]);
  });

  it('leaves out what it does not know, so that it allows nothing', () => {
    const malformed = [null, 7, { effect: 'perhaps' }, { effect: 'allow', operations: ['Fly', 'Search', 1] }];
    const rules = policyRules([
      { policy: 'p', rules: malformed },
      { policy: 'q', rules: 'x' },
    ]);
    expect(rules).toEqual([{ name: '', effect: 'allow', operations: ['Search'], resources: [], policy: 'p' }]);
  });

  it('takes a denial of nothing named for a denial of all', () => {
    expect(policyRules([{ policy: 'p', rules: [{ name: 'd', effect: 'deny', condition: ' ' }] }])).toEqual([
      { name: 'd', effect: 'deny', operations: ['All'], resources: ['All'], policy: 'p' },
    ]);
  });
});
