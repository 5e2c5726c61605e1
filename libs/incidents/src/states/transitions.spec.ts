import {
  INCIDENT_STATUSES,
  isDecision,
  isOver,
  nextStatus,
  STEPS,
  type IncidentStatus,
  type Step,
} from './transitions';

/** The statuses behind each step, in the order of the columns; `-`: it cannot happen. */
const TABLE = `
           open      see       ack  assign    change    comment   resolve
  None     New       -         Ack  Assigned  -         -         -
  New      New       Ack       Ack  Assigned  New       New       Resolved
  Ack      Ack       Ack       Ack  Assigned  Ack       Ack       Resolved
  Assigned Assigned  Assigned  Ack  Assigned  Assigned  Assigned  Resolved
  Resolved -         -         -    -         -         Resolved  -`;

const [steps, ...rows] = TABLE.trim()
  .split('\n')
  .map((line) => line.trim().split(/\s+/)) as [Step[], ...string[][]];
const cases = rows.flatMap(([status, ...next]) => steps.map((step, at) => [status!, step, next[at]!] as const));

describe('transitions of incidents', () => {
  it('are all in the table', () => {
    expect(steps).toEqual([...STEPS]);
    expect(rows.map(([status]) => status)).toEqual(['None', ...INCIDENT_STATUSES]);
  });

  it.each(cases)('%s, %s: %s', (status, step, next) => {
    expect(nextStatus(status as IncidentStatus | 'None', step) ?? '-').toBe(next);
  });

  it('end with Resolved', () => {
    expect(INCIDENT_STATUSES.filter(isOver)).toEqual(['Resolved']);
  });

  it('are done by people, but for seeing and commenting', () => {
    expect(STEPS.filter((step) => !isDecision(step))).toEqual(['see', 'comment']);
  });
});
