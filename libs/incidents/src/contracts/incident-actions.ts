import { isDecision, nextStatus, type IncidentStatus, type Step } from '../states/transitions';
import type { IncidentAction, Resolution } from './contract-incident';

export interface IncidentState {
  readonly status: IncidentStatus;
  readonly isAcknowledged: boolean;
}

/** The next state of an incident, or that it takes no such action any more. */
export type ActionOutcome = IncidentState | 'resolved already';

/** The step of the states that an action is. */
const STEPS: Readonly<Record<IncidentAction, Step>> = {
  acknowledge: 'see',
  assign: 'assign',
  snooze: 'change',
  mute: 'change',
  unmute: 'change',
  comment: 'comment',
  resolve: 'resolve',
};

/** Whether bots may not do it. */
export const isForPeople = (action: IncidentAction): boolean => isDecision(STEPS[action]);

export function nextState({ status, isAcknowledged }: IncidentState, action: IncidentAction): ActionOutcome {
  const next = nextStatus(status, STEPS[action]);
  if (next === undefined) return 'resolved already';
  return { status: next, isAcknowledged: isAcknowledged || action === 'acknowledge' };
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
