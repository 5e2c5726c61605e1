import { StepBudget } from './step-budget';

describe('StepBudget', () => {
  it('has no steps before it begins', () => {
    const budget = new StepBudget();
    budget.spend(0);
    expect(() => budget.spend(1)).toThrow('took more than 0 steps');
  });

  it('has as many as it begins with, each time', () => {
    const budget = new StepBudget();
    for (const steps of [3, 5]) {
      budget.begin(steps);
      budget.spend(steps);
      expect(() => budget.spend(1)).toThrow(`took more than ${steps} steps`);
    }
  });
});
