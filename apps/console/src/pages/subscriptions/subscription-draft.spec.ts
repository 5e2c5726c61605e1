import type { Subscription } from '../../api/notifications';
import { chosenEvents, destinationOf, draftOf, NEW_DRAFT, patchOf } from './subscription-draft';

const stored = {
  name: 'pager',
  eventTypes: ['contractFailed', 'entityCreated'],
  destination: { type: 'webhook', url: 'https://example.org/hook?token=*********' },
} as Subscription;

describe('the draft of a subscription', () => {
  const begun = draftOf(stored);

  it('changes nothing where nothing was entered, whatever the order of its events', () => {
    expect(patchOf(begun, begun)).toEqual([]);
    expect(patchOf(begun, { ...begun, eventTypes: begun.eventTypes.toReversed() })).toEqual([]);
  });

  it('changes what was entered, behind a test of what it was, and keeps events that the form does not show', () => {
    const draft = { ...begun, name: ' on_call ', eventTypes: [...begun.eventTypes, 'contractRecovered' as const] };
    expect(patchOf(begun, draft)).toEqual([
      { op: 'test', path: '/name', value: 'pager' },
      { op: 'replace', path: '/name', value: 'on_call' },
      { op: 'test', path: '/eventTypes', value: stored.eventTypes },
      { op: 'replace', path: '/eventTypes', value: [...stored.eventTypes, 'contractRecovered'] },
    ]);
  });

  it('sends a destination only where it is another one, and a key only where one was entered', () => {
    expect(patchOf(begun, { ...begun, address: 'https://example.org/new' }).at(-1)).toEqual({
      op: 'replace',
      path: '/destination',
      value: { type: 'webhook', url: 'https://example.org/new' },
    });
    const lineage = { ...begun, type: 'openlineage' as const };
    expect(destinationOf(lineage)).not.toHaveProperty('secret');
    expect(destinationOf({ ...lineage, key: 'k' })).toMatchObject({ secret: 'k' });
    expect(chosenEvents(lineage)).toEqual(['resultCreated', 'resultUpdated']);
  });

  it('takes addresses apart', () => {
    const address = 'a@example.org, b@example.org;c@example.org';
    expect(destinationOf({ ...NEW_DRAFT, type: 'email', address })).toEqual({
      type: 'email',
      recipients: ['a@example.org', 'b@example.org', 'c@example.org'],
    });
  });
});
