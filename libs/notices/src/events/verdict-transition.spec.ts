import type { ChangeEvent } from '@app/events';
import { needsEarlierVerdict, turnOf } from './verdict-transition';

const eventOf = (status: string | undefined, previousStatus?: string, isLatest = true): ChangeEvent => ({
  id: 1,
  eventType: 'resultCreated',
  entityType: 'dataContract',
  entityId: 'c',
  entityFullyQualifiedName: 'shop.orders.c',
  currentVersion: 0.1,
  userName: 'ann',
  timestamp: 1,
  result: { id: 'r', timestamp: 1, isLatest, ...(status && { status }), ...(previousStatus && { previousStatus }) },
});

describe('what a result says of its contract', () => {
  it.each([
    ['Failed', undefined, 'contractFailed'],
    ['Failed', 'Success', 'contractFailed'],
    ['PartialSuccess', 'Success', 'contractFailed'],
    ['Failed', 'PartialSuccess', undefined],
    ['Success', 'Failed', 'contractRecovered'],
    ['Success', 'PartialSuccess', 'contractRecovered'],
    ['Success', undefined, undefined],
    ['Success', 'Success', undefined],
    ['Aborted', 'Success', undefined],
  ])('%s after %s: %s', (status, before, turn) => {
    expect(turnOf(eventOf(status, before))).toBe(turn);
  });

  it('tells of the newest result alone', () => {
    expect(turnOf(eventOf('Failed', 'Success', false))).toBeUndefined();
    expect(turnOf({ ...eventOf('Failed'), result: undefined } as unknown as ChangeEvent)).toBeUndefined();
  });

  it('follows an earlier verdict behind one that was aborted', () => {
    expect(needsEarlierVerdict(eventOf('Failed', 'Aborted'))).toBe(true);
    expect(needsEarlierVerdict(eventOf('Failed', 'Success'))).toBe(false);
    expect(needsEarlierVerdict(eventOf('Failed'))).toBe(false);
    expect(turnOf(eventOf('Failed', 'Aborted'), 'Failed')).toBeUndefined();
    expect(turnOf(eventOf('Failed', 'Aborted'), '')).toBe('contractFailed');
    expect(turnOf(eventOf('Success', 'Aborted'), 'Failed')).toBe('contractRecovered');
  });
});
