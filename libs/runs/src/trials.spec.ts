import type { ClaimedWork } from './claims';
import { Trials } from './trials';

describe('the rule for crashes', () => {
  const run = (crashes: number): ClaimedWork => ({ id: 'a', claim: 'b', crashes, failures: 0 });
  let claims: { markAlone: jest.Mock; postpone: jest.Mock };
  let trials: Trials;

  beforeEach(() => {
    claims = { markAlone: jest.fn(() => Promise.resolve(true)), postpone: jest.fn(() => Promise.resolve(true)) };
    trials = new Trials(claims, 1);
  });

  const giveUp = jest.fn(() => Promise.resolve());
  const attempt = (isAlone: boolean) => Promise.resolve(isAlone ? 'alone' : 'beside others');
  beforeEach(() => giveUp.mockClear());

  it.each([
    [0, 'beside others'],
    [1, 'beside others'],
    [2, 'alone'],
    [3, undefined],
  ])('has a run of %i crashes tried: %s', async (crashes, how) => {
    expect(await trials.of(run(crashes), attempt, giveUp)).toBe(how);
    expect(claims.markAlone).toHaveBeenCalledTimes(how === 'alone' ? 1 : 0);
    expect(giveUp).toHaveBeenCalledTimes(how === undefined ? 1 : 0);
  });

  it('has nothing tried of a run that another worker has by then', async () => {
    claims.markAlone.mockResolvedValue(false);
    const tried = jest.fn(attempt);
    expect(await trials.of(run(2), tried, giveUp)).toBeUndefined();
    expect([tried, claims.postpone, giveUp].map(({ mock }) => mock.calls.length)).toEqual([0, 0, 0]);
  });

  it('postpones a run that cannot be tried alone soon, and closes the process for others only meanwhile', async () => {
    let end = (): void => undefined;
    const long = trials.beside(() => new Promise<void>((resolve) => (end = resolve)));
    const suspect = trials.of(run(2), attempt, giveUp);
    expect(trials.isClosed).toBe(true);
    expect(await suspect).toBeUndefined();
    expect([trials.isClosed, claims.postpone.mock.calls.length, giveUp.mock.calls.length]).toEqual([false, 1, 0]);
    end();
    await long;
    expect(await trials.of(run(2), attempt, giveUp)).toBe('alone');
  });
});
