import type { IncidentStatus } from '../states/transitions';
import { INCIDENT_ACTIONS, type IncidentAction } from './contract-incident';
import { isForPeople, memberFaults, nextState, type SentAction } from './incident-actions';

const resolved = 'resolved already';

/** By status, then by action: the next status. */
const TABLE: Record<IncidentStatus, Record<IncidentAction, IncidentStatus | typeof resolved>> = {
  New: {
    acknowledge: 'Ack',
    assign: 'Assigned',
    snooze: 'New',
    mute: 'New',
    unmute: 'New',
    comment: 'New',
    resolve: 'Resolved',
  },
  Ack: {
    acknowledge: 'Ack',
    assign: 'Assigned',
    snooze: 'Ack',
    mute: 'Ack',
    unmute: 'Ack',
    comment: 'Ack',
    resolve: 'Resolved',
  },
  Assigned: {
    ...{ acknowledge: 'Assigned', assign: 'Assigned', snooze: 'Assigned', mute: 'Assigned', unmute: 'Assigned' },
    ...{ comment: 'Assigned', resolve: 'Resolved' },
  },
  Resolved: {
    ...{ acknowledge: resolved, assign: resolved, snooze: resolved, mute: resolved, unmute: resolved },
    ...{ comment: 'Resolved', resolve: resolved },
  },
};

describe('actions on an incident', () => {
  const cases = Object.entries(TABLE).flatMap(([status, row]) =>
    Object.entries(row).map(([action, next]) => [status, action, next] as const),
  );

  it.each(cases)('%s, %s: %s', (status, action, next) => {
    const outcome = nextState({ status: status as IncidentStatus, isAcknowledged: false }, action as IncidentAction);
    expect(outcome === resolved ? outcome : outcome.status).toBe(next);
  });

  it('note that somebody has seen it, whoever has it', () => {
    const before = { status: 'Assigned', isAcknowledged: false } as const;
    expect(nextState(before, 'acknowledge')).toEqual({ status: 'Assigned', isAcknowledged: true });
    expect(nextState({ ...before, isAcknowledged: true }, 'assign')).toEqual({
      status: 'Assigned',
      isAcknowledged: true,
    });
  });

  it('of bots are acknowledge and comment', () => {
    expect(INCIDENT_ACTIONS.filter((action) => !isForPeople(action))).toEqual(['acknowledge', 'comment']);
  });
});

describe('members of an action', () => {
  const faults = (sent: SentAction<string>): string[] =>
    memberFaults(sent).map(({ field, message }) => `${field} ${message}`);

  it.each<[SentAction<string>, string[]]>([
    [{ action: 'acknowledge' }, []],
    [{ action: 'acknowledge', comment: 'On it' }, []],
    [{ action: 'assign', assignee: 'ann' }, []],
    [{ action: 'assign' }, ['assignee is required by the action assign']],
    [{ action: 'snooze' }, ['until is required by the action snooze']],
    [{ action: 'mute', until: 1 }, ['reason is required by the action mute']],
    [{ action: 'comment' }, ['comment is required by the action comment']],
    [
      { action: 'resolve' },
      ['resolution is required by the action resolve', 'comment is required by the action resolve'],
    ],
    [{ action: 'unmute', until: 1 }, ['until is no member of the action unmute, which has comment']],
    [
      { action: 'snooze', until: 1, assignee: 'ann' },
      ['assignee is no member of the action snooze, which has until, comment'],
    ],
  ])('%j: %j', (sent, expected) => expect(faults(sent)).toEqual(expected));
});
