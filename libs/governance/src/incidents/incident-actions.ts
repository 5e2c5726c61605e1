import type { ContractIncidentStatus, IncidentAction, Resolution } from './contract-incident';

/** The state that actions change. */
export interface IncidentState {
  readonly status: ContractIncidentStatus;
  readonly isAcknowledged: boolean;
}

/** The next state of an incident, or that it takes no such action any more. */
export type ActionOutcome = IncidentState | 'resolved already';

/** Actions that bots may not do. */
const OF_PEOPLE: readonly IncidentAction[] = ['assign', 'snooze', 'mute', 'unmute', 'resolve'];

export const isForPeople = (action: IncidentAction): boolean => OF_PEOPLE.includes(action);

/** The state machine of an incident: what an action makes of it. What verdicts make of it is done where they are stored (follow_incident.sql). */
export function nextState(state: IncidentState, action: IncidentAction): ActionOutcome {
  if (action === 'comment') return state;
  if (state.status === 'Resolved') return 'resolved already';
  switch (action) {
    case 'acknowledge':
      return { status: state.status === 'New' ? 'Ack' : state.status, isAcknowledged: true };
    case 'assign':
      return { ...state, status: 'Assigned' };
    case 'resolve':
      return { ...state, status: 'Resolved' };
    case 'snooze':
    case 'mute':
    case 'unmute':
      return state;
  }
}

/** An action as it is sent; which members are there depends on it. */
export interface SentAction<Assignee> {
  readonly action: IncidentAction;
  readonly assignee?: Assignee;
  /** Epoch ms. */
  readonly until?: number;
  readonly reason?: string;
  readonly resolution?: Resolution;
  readonly comment?: string;
}

/** Members of each action that have to be there. */
const REQUIRED: Readonly<Record<IncidentAction, readonly (keyof SentAction<unknown>)[]>> = {
  acknowledge: [],
  assign: ['assignee'],
  snooze: ['until'],
  mute: ['until', 'reason'],
  unmute: [],
  comment: ['comment'],
  resolve: ['resolution', 'comment'],
};

const MEMBERS = [
  'assignee',
  'until',
  'reason',
  'resolution',
  'comment',
] as const satisfies readonly (keyof SentAction<unknown>)[];

/** Members that the action lacks, and those that it does not have; each action may have a comment. */
export function memberFaults(sent: SentAction<unknown>): { readonly field: string; readonly message: string }[] {
  const required = REQUIRED[sent.action];
  return MEMBERS.flatMap((field) => {
    const isThere = sent[field] !== undefined;
    if (!isThere && required.includes(field)) return [{ field, message: `is required by the action ${sent.action}` }];
    if (!isThere || field === 'comment' || required.includes(field)) return [];
    const members = [...new Set([...required, 'comment'])].join(', ');
    return [{ field, message: `is no member of the action ${sent.action}, which has ${members}` }];
  });
}
