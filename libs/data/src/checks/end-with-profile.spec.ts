import { SourceError, type Outcome } from '@app/sources';
import type { TakenProfile } from '../profiles/measured-profile';
import { endWithProfile } from './end-with-profile';

const taken = (isWhole: boolean): TakenProfile => ({
  ...{ isWhole, message: '2 columns of 5 rows were measured', summary: {}, store: async () => undefined },
});
const outage = new SourceError({ reason: 'sourceUnreachable', message: 'nobody answers' });
const passed: Outcome = { status: 'Success', message: '' };
const failed: Outcome = { status: 'Failed', message: '' };

describe('checks with a profile', () => {
  it.each([
    [[], taken(true), { status: 'Success', message: '2 columns of 5 rows were measured' }],
    [[], taken(false), { status: 'PartialSuccess' }],
    [[], outage, { status: 'Aborted', reason: 'sourceUnreachable', message: 'nobody answers' }],
    [[passed], taken(true), { status: 'Success', message: expect.stringContaining('1 of 1 checks passed') }],
    [[passed], taken(false), { status: 'PartialSuccess' }],
    [[passed], outage, { status: 'PartialSuccess', message: expect.stringContaining('not profiled: nobody answers') }],
    [[failed], taken(true), { status: 'Failed' }],
    [[failed], outage, { status: 'Failed' }],
    [[passed, failed], taken(true), { status: 'PartialSuccess' }],
  ])('%j and %p', (outcomes, profile, end) => {
    expect(endWithProfile(outcomes, profile)).toMatchObject(end);
  });
});
