/** The statuses of an incident, of a contract and of a test case; Resolved ends it. */
export const INCIDENT_STATUSES = ['New', 'Ack', 'Assigned', 'Resolved'] as const;
export type IncidentStatus = (typeof INCIDENT_STATUSES)[number];

/** From the most severe to the least. */
export const SEVERITIES = ['Severity1', 'Severity2', 'Severity3', 'Severity4', 'Severity5'] as const;
export type Severity = (typeof SEVERITIES)[number];

/**
 * Steps of an incident: it is opened, by a failure or a person; seen, which leaves it to its assignee; set to Ack; assigned; changed beside its
 * status; commented on; resolved, by a person or because what failed passes again.
 */
export const STEPS = ['open', 'see', 'ack', 'assign', 'change', 'comment', 'resolve'] as const;
export type Step = (typeof STEPS)[number];

/**
 * By status, then by step: the next status. What is missing cannot happen. `None`: no incident is open, so that the step opens one.
 *
 * Incidents of contracts are seen, changed and commented on; those of test cases have a list of statuses, any of which may be the first,
 * and go back to Ack.
 */
const NEXT: Readonly<Record<IncidentStatus | 'None', Readonly<Partial<Record<Step, IncidentStatus>>>>> = {
  None: { open: 'New', ack: 'Ack', assign: 'Assigned' },
  New: { open: 'New', see: 'Ack', ack: 'Ack', assign: 'Assigned', change: 'New', comment: 'New', resolve: 'Resolved' },
  Ack: { open: 'Ack', see: 'Ack', ack: 'Ack', assign: 'Assigned', change: 'Ack', comment: 'Ack', resolve: 'Resolved' },
  Assigned: {
    ...{ open: 'Assigned', see: 'Assigned', ack: 'Ack', assign: 'Assigned', change: 'Assigned', comment: 'Assigned' },
    ...{ resolve: 'Resolved' },
  },
  Resolved: { comment: 'Resolved' },
};

/** @returns the status that a step leads to; undefined where it cannot happen */
export const nextStatus = (status: IncidentStatus | 'None', step: Step): IncidentStatus | undefined =>
  NEXT[status][step];

/** Steps of bots: those that decide nothing. */
const OF_BOTS: readonly Step[] = ['see', 'comment'];

/** Whether a person has to decide it, and no bot. */
export const isDecision = (step: Step): boolean => !OF_BOTS.includes(step);

/** Whether nothing but a comment may happen. */
export const isOver = (status: IncidentStatus): boolean => status === 'Resolved';
