import type { Database } from '@app/database';
import { EVENT_CHANNEL } from '@app/events';
import type { DueNotices } from './due/due-notices';
import type { NoticeMaker } from './events/notice-maker';
import { NoticeRound } from './notice-round';

/** How long an event may wait for the look at it, in ms. */
const SOON_MS = 500;

describe('a round of notices', () => {
  const heard: (() => void)[] = [];
  const database: Pick<Database, 'listen'> = {
    listen: (channel, handler) => {
      if (channel === EVENT_CHANNEL) heard.push(() => handler(''));
      return Promise.resolve({ close: () => undefined });
    },
  };
  let looks: number;

  beforeEach(() => {
    jest.useFakeTimers();
    looks = 0;
  });
  afterEach(() => jest.useRealTimers());

  it('looks at events when their numbering notifies, not each second', async () => {
    const maker = { ofEvents: () => Promise.resolve(looks++ < 0), ofDates: idle, ofBudgets: idle };
    const round = new NoticeRound(database, maker as unknown as NoticeMaker, { round: idle } as unknown as DueNotices);
    await round.start();
    await jest.advanceTimersByTimeAsync(5_000);
    expect(looks).toBe(1);
    for (const notify of heard) notify();
    await jest.advanceTimersByTimeAsync(SOON_MS);
    expect(looks).toBe(2);
    await round.stop();
  });
});

const idle = (): Promise<boolean> => Promise.resolve(false);
