import { AppError, Failpoints, type Actor } from '@app/common';
import type { Attempt, DueDelivery } from '../store/delivery.repository';
import { DeliveryRound, pauseAfter } from './delivery-round';
import type { RoundParts } from './round-parts';
import type { LeasedSubscription } from '../store/leased-subscription';

describe('the pause after a failed try', () => {
  it('doubles up to half an hour', () => {
    expect([1, 2, 3, 10, 11, 12, 1_000].map((tries) => pauseAfter(tries, 0, 0))).toEqual([
      2_000, 4_000, 8_000, 1_024_000, 1_800_000, 1_800_000, 1_800_000,
    ]);
  });

  it('is shortened by a quarter at most, and never below what the receiver asks for', () => {
    expect([pauseAfter(3, 0, 1), pauseAfter(3, 0, 0.5)]).toEqual([6_000, 7_000]);
    expect(pauseAfter(1, 60_000, 1)).toBe(60_000);
  });
});

describe('a round whose names are too many for the process', () => {
  it('leaves its messages for later, and does not call the destination failed', async () => {
    const noted: Attempt[] = [];
    const due = [1, 2].map((id) => ({ id: String(id), order_key: 'one', attempts: 0, notices: [{}], first_at: '1' }));
    const parts = {
      deliveries: { note: async (_: unknown, id: string, attempt: Attempt) => void noted.push(attempt) },
      shown: { ofMessages: async (_: unknown, messages: readonly DueDelivery[]) => messages },
      sender: { send: () => Promise.reject(new AppError('TOO_MANY_REQUESTS', 'too many names', { retryAfter: 5 })) },
      metrics: { count: () => undefined },
      failpoints: new Failpoints(),
      retryForMs: 1,
    };
    const { signal } = new AbortController();
    const leased = { now: '100' } as LeasedSubscription;
    const owner = { id: 'owner' } as Actor;
    const round = new DeliveryRound(parts as unknown as RoundParts, leased, owner, { type: 'slack' }, Infinity, signal);
    const result = await round.run(due as unknown as DueDelivery[]);
    expect(result).toEqual({ delivered: 0, failed: 0, retryAfterMs: 0, isGone: false });
    expect(noted).toEqual([{ state: 'pending', pauseMs: 5_000, error: 'too many names' }]);
  });
});
