import { DeadlineRound } from './deadline-round';
import type { DueProposals } from './proposal.repository';

describe('deadlines', () => {
  const heard: (() => void)[] = [];
  const database = {
    listen: (_channel: string, handler: (payload: string) => void) => {
      heard.push(() => handler(''));
      return Promise.resolve({ close: () => undefined });
    },
  };
  let looks: number;
  let applied: string[];

  beforeEach(() => {
    jest.useFakeTimers();
    [looks, applied] = [0, []];
  });
  afterEach(() => jest.useRealTimers());

  const started = (found: DueProposals[]): DeadlineRound => {
    const due = (): Promise<DueProposals> => Promise.resolve(found[looks++] ?? { contracts: [], nextInMs: null });
    const applyDeadlines = (ids: readonly string[]): Promise<void> => Promise.resolve(void applied.push(...ids));
    const deadlines = new DeadlineRound(database, { due }, { applyDeadlines });
    deadlines.task.start();
    return deadlines;
  };

  it('that have passed are applied, and those that come next when they come', async () => {
    const deadlines = started([
      { contracts: ['passed'], nextInMs: 20 },
      { contracts: ['next'], nextInMs: null },
    ]);
    await jest.advanceTimersByTimeAsync(19);
    expect(applied).toEqual(['passed']);
    await jest.advanceTimersByTimeAsync(1);
    expect(applied).toEqual(['passed', 'next']);
    await deadlines.task.stop();
  });

  it('are looked at when a proposal is notified, not every few seconds', async () => {
    const deadlines = started([
      { contracts: [], nextInMs: null },
      { contracts: ['new'], nextInMs: null },
    ]);
    await jest.advanceTimersByTimeAsync(8_000);
    expect(looks).toBe(1);
    for (const notify of heard) notify();
    await jest.advanceTimersByTimeAsync(0);
    expect(applied).toEqual(['new']);
    await deadlines.task.stop();
  });
});
