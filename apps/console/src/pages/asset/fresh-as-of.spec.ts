import type { Asset } from '../../api/assets';
import { freshAsOf } from './fresh-as-of';

const asset = (of: object) => of as unknown as Asset;
const run = (endTime: number, lastRunStatus: string) => ({ pipeline: { name: 'nightly' }, endTime, lastRunStatus });

describe('how fresh an asset is', () => {
  it('is the newest of what was reported, run and changed', () => {
    const known = asset({ pipelineObservability: [run(5, 'Successful')], lifeCycle: { updated: { timestamp: 4 } } });
    expect(freshAsOf(known)).toEqual({ at: 5, by: 'nightly' });
    const evidence = [
      { target: 'refreshFrequency', timestamp: 7, source: 'dbt' },
      { target: 'availability', timestamp: 9 },
    ];
    expect(freshAsOf(known, evidence)).toEqual({ at: 7, by: 'dbt' });
  });

  it('is not a run that failed', () => {
    expect(freshAsOf(asset({ pipelineObservability: [run(5, 'Failed')] }))).toBeUndefined();
  });

  it('is the newest profile where no refresh is known, and else unknown', () => {
    expect(freshAsOf(asset({ profile: { timestamp: 3 } }))).toEqual({ at: 3, by: 'its newest profile' });
    expect(freshAsOf(asset({ profile: {} }))).toBeUndefined();
    expect(freshAsOf(asset({}))).toBeUndefined();
  });
});
