import { ruleFault } from './rule-compiler';

describe('ruleFault', () => {
  it('says what is wrong with a rule, and nothing of one that can be run', () => {
    expect(ruleFault({ '!!': { var: 'owners' } })).toBeNull();
    expect(ruleFault({ nope: 1 })).toContain('unknown operator "nope"');
  });
});
