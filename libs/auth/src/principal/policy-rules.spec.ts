import { policyRules } from './policy-rules';

describe('policyRules', () => {
  it('joins the rules of several policies', () => {
    const one = { name: 'a', effect: 'allow', operations: ['ViewAll'], resources: ['table'], condition: 'isOwner()' };
    const two = { name: 'b', effect: 'deny', operations: ['All'], resources: ['All'] };
    expect(policyRules([[one], null, [two]])).toEqual([one, two]);
  });

  it('leaves out what it does not know, so that it allows nothing', () => {
    const rules = policyRules([
      [null, 7, { effect: 'perhaps' }, { effect: 'allow', operations: ['Fly', 'Search', 1] }],
      'x',
    ]);
    expect(rules).toEqual([{ name: '', effect: 'allow', operations: ['Search'], resources: [] }]);
  });

  it('takes a denial of nothing named for a denial of all', () => {
    expect(policyRules([[{ name: 'd', effect: 'deny', condition: ' ' }]])).toEqual([
      { name: 'd', effect: 'deny', operations: ['All'], resources: ['All'] },
    ]);
  });
});
