import type { ChangeEvent } from '@app/events';
import { isDeprecation, noticeOfDate, noticeOfDeletion, noticeOfDeprecation, noticeOfTurn } from './notice-sources';

const DATE = Date.UTC(2026, 0, 8);
const EVENT: ChangeEvent = {
  id: 7,
  eventType: 'entityUpdated',
  entityType: 'dataContract',
  entityId: 'c',
  entityFullyQualifiedName: 'shop.orders.c',
  currentVersion: 0.2,
  userName: 'ann',
  timestamp: 5,
};

describe('the notice of', () => {
  it.each([
    ['contractInForce', undefined, `${DATE}`, 'is in force since 2026-01-08 00:00 UTC'],
    ['contractEnded', undefined, `${DATE}`, 'has ended on 2026-01-08 00:00 UTC'],
    ['contractEnding', 7, `${DATE} 7`, 'ends on 2026-01-08 00:00 UTC, in 7 days or less'],
    ['contractEnding', 1, `${DATE} 1`, 'ends on 2026-01-08 00:00 UTC, in one day or less'],
  ] as const)('a date: %s %s', (type, days, key, text) => {
    const notice = noticeOfDate({ contract: '1', type, date: DATE, ...(days && { days }) });
    expect(notice).toMatchObject({
      contract: '1',
      type,
      key,
      text,
      to: { owner: true, consumer: true, follower: true },
    });
    // Events on the date itself have the date as their time; that an end is near is notified now.
    expect([notice.at, notice.until, notice.body]).toEqual(days ? [undefined, DATE, { daysLeft: days }] : [DATE]);
  });

  it('a verdict goes to owners and consumers only where the contract is governed', () => {
    const result = { id: 'r', timestamp: DATE, isLatest: true, status: 'Failed' };
    const event = { ...EVENT, eventType: 'resultCreated' as const, result };
    expect(noticeOfTurn('1', 'contractFailed', event, false)).toMatchObject({
      key: '7',
      at: DATE,
      to: { follower: true },
    });
    expect(noticeOfTurn('1', 'contractFailed', event, false).to).not.toHaveProperty('owner');
    const text = 'passes again since 2026-01-08 00:00 UTC';
    expect(noticeOfTurn('1', 'contractRecovered', event, true)).toMatchObject({ text, to: { owner: true } });
  });

  it('a deprecation says when it ends, and is not told to who did it', () => {
    expect(noticeOfDeprecation('1', EVENT)).toMatchObject({ key: '7', at: 5, by: 'ann', text: 'is deprecated' });
    expect(noticeOfDeprecation('1', EVENT, DATE).text).toBe('is deprecated and ends on 2026-01-08 00:00 UTC');
  });
});

describe('the notice of a deletion with the asset', () => {
  it('is for consumers alone, who were not asked', () => {
    const notice = noticeOfDeletion('1', { ...EVENT, eventType: 'entitySoftDeleted' });
    expect(notice).toMatchObject({
      type: 'contractEnded',
      key: 'deleted 7',
      body: { reason: 'assetDeleted' },
      by: 'ann',
    });
    expect(notice.to).toEqual({ consumer: true });
  });
});

describe('an event says that a contract became deprecated', () => {
  const updated = (name: string, newValue: unknown): ChangeEvent => ({
    ...EVENT,
    changeDescription: { fieldsAdded: [], fieldsUpdated: [{ name, newValue }], fieldsDeleted: [] },
  });

  it.each([
    [true, updated('entityStatus', 'Deprecated')],
    [false, updated('entityStatus', 'Active')],
    [false, updated('description', 'Deprecated')],
    [false, EVENT],
    [false, { ...updated('entityStatus', 'Deprecated'), eventType: 'entityCreated' as const }],
  ])('%s', (isOne, event) => {
    expect(isDeprecation(event)).toBe(isOne);
  });
});
