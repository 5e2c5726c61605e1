import type { Objective } from '../../api/governance/objectives';
import { defaultAlerts, objectiveDraft, objectiveOf, unitsOf, withObjective } from './objective-draft';

const STORED: Objective = {
  name: 'fresh hours',
  on: 'freshness',
  unit: 'hours',
  target: 99.5,
  window: { rolling: 'P7D' },
  timezone: 'Europe/Berlin',
  within: 'PT2H',
  noData: 'bad',
  alerts: [{ long: 'P1D', short: 'PT2H', factor: 3 }],
};

describe('the form of an objective', () => {
  it('sends a stored one as it is', () => {
    expect(objectiveOf(objectiveDraft(STORED))).toEqual(STORED);
  });

  it('sends what belongs to what is measured alone', () => {
    const draft = {
      ...objectiveDraft(STORED),
      on: 'status',
      unit: 'days',
      window: 'month',
      alerts: undefined,
    } as const;
    expect(objectiveOf(draft)).toEqual({
      name: 'fresh hours',
      on: 'status',
      unit: 'days',
      target: 99.5,
      window: { calendar: 'month' },
      timezone: 'Europe/Berlin',
      noData: 'bad',
    });
  });

  it('sends the alerts that are entered, also none, and leaves the usual ones to the API', () => {
    expect(objectiveOf(objectiveDraft({ ...STORED, alerts: [] }))).toHaveProperty('alerts', []);
    expect(objectiveOf(objectiveDraft())).not.toHaveProperty('alerts');
    expect(objectiveOf({ ...objectiveDraft(), alerts: defaultAlerts('days') })).toMatchObject({
      alerts: [
        { long: 'P3D', short: 'P1D', factor: 3 },
        { long: 'P7D', short: 'P1D', factor: 1 },
      ],
    });
  });

  it('leaves the age of a refresh to the contract where none is entered', () => {
    expect(objectiveOf({ ...objectiveDraft(), name: 'n', on: 'freshness' })).not.toHaveProperty('within');
  });

  it('offers no runs of freshness', () => {
    expect(unitsOf('freshness').map(({ value }) => value)).toEqual(['days', 'hours']);
    expect(unitsOf('status').map(({ value }) => value)).toEqual(['days', 'hours', 'runs']);
  });

  it('takes the place of the one of its name, or comes last', () => {
    const other = { ...STORED, name: 'other' };
    const next = { ...STORED, name: 'renamed' };
    expect(withObjective([STORED, other], 'fresh hours', next)).toEqual([next, other]);
    expect(withObjective([STORED], undefined, next)).toEqual([STORED, next]);
  });
});
