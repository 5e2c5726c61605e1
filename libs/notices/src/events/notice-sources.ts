import { utcMinute } from '@app/common';
import type { ChangeEvent } from '@app/events';
import type { DueDate } from './notice-dates.repository';
import type { NewNotice } from '../record/record-notices';
import type { VerdictTransition } from './verdict-transition';

/** All whom a contract has. */
const EVERYBODY = { owner: true, consumer: true, follower: true } as const;

export function noticeOfDate({ contract, type, date, days = 0 }: DueDate): NewNotice {
  const of = { contract, type, to: EVERYBODY };
  switch (type) {
    case 'contractInForce':
      return { ...of, key: String(date), at: date, text: `is in force since ${utcMinute(date)}` };
    case 'contractEnded':
      return { ...of, key: String(date), at: date, text: `has ended on ${utcMinute(date)}` };
    case 'contractEnding': {
      const text = `ends on ${utcMinute(date)}, in ${days === 1 ? 'one day' : `${days} days`} or less`;
      return { ...of, key: `${date} ${days}`, until: date, text, body: { daysLeft: days } };
    }
  }
}

/** @param isGoverned whether owners and consumers are notified, or followers alone */
export function noticeOfTurn(
  contract: string,
  turn: VerdictTransition,
  event: ChangeEvent,
  isGoverned: boolean,
): NewNotice {
  const { id, timestamp, result } = event;
  const at = result?.timestamp ?? 0;
  const text = `${turn === 'contractFailed' ? 'fails' : 'passes again'} since ${utcMinute(at)}`;
  const to = isGoverned ? EVERYBODY : { follower: true as const };
  const subscribers = [{ before: id }];
  return { contract, type: turn, key: String(id), at, text, to, subscribers, sent: { timestamp, event } };
}

/** @param until its end, in epoch ms */
export function noticeOfDeprecation(
  contract: string,
  { id, timestamp, userName }: ChangeEvent,
  until?: number,
): NewNotice {
  const text = `is deprecated${until === undefined ? '' : ` and ends on ${utcMinute(until)}`}`;
  const what = { contract, type: 'contractDeprecated', key: String(id), at: timestamp } as const;
  return { ...what, text, to: EVERYBODY, by: userName };
}

const ASSET_DELETED = {
  type: 'contractEnded',
  text: 'has ended: its asset was deleted',
  body: { reason: 'assetDeleted' },
  to: { consumer: true },
} as const;

/** The notice that a contract is about to be deleted for good with its asset. @param by name of who deletes it */
export function noticeOfRemoval(contract: string, by: string): NewNotice {
  return { ...ASSET_DELETED, contract, key: 'removed', by, isLast: true };
}

/** The notice that a contract was deleted with its asset, which asks no consumer. */
export function noticeOfDeletion(contract: string, { id, timestamp, userName }: ChangeEvent): NewNotice {
  return { ...ASSET_DELETED, contract, key: `deleted ${id}`, at: timestamp, by: userName };
}

/** Whether an event says that a contract became deprecated. */
export function isDeprecation({ eventType, changeDescription }: ChangeEvent): boolean {
  const changed = eventType === 'entityUpdated' ? (changeDescription?.fieldsUpdated ?? []) : [];
  return changed.some(({ name, newValue }) => name === 'entityStatus' && newValue === 'Deprecated');
}
