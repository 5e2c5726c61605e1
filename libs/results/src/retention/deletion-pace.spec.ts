import { DeletionPace } from './deletion-pace';

describe('the pace of a long deletion', () => {
  const after = (perRowMs: number, batches: number): number => {
    const pace = new DeletionPace();
    for (let n = 0; n < batches; n++) pace.took(pace.next * perRowMs);
    return pace.next;
  };

  it('comes to batches of some 10 ms, on a slow machine and on a fast one', () => {
    expect(after(0.1, 3)).toBe(100);
    expect(after(0.01, 10)).toBe(1_000);
  });

  it('grows by no more than twice at a time', () => {
    expect(after(0.001, 1)).toBe(400);
    expect(after(0.001, 2)).toBe(800);
  });

  it('takes at least 50 and at most 5,000, whatever a batch took', () => {
    expect(after(1_000, 1)).toBe(50);
    expect(after(0, 20)).toBe(5_000);
  });

  it('gets smaller at once when the machine is busy', () => {
    const pace = new DeletionPace();
    for (let n = 0; n < 20; n++) pace.took(0);
    pace.took(500);
    expect(pace.next).toBe(100);
  });
});
