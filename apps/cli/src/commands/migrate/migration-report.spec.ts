import { migrationReport } from './migration-report';
import type { Progress } from './migration-state';

const HELD = { what: 'dataContract c', reason: 'it waits as a proposal, http://x/p', isHeld: true as const };
const BAD = { what: 'table t', reason: 'name: is required' };

const reportOf = (refused: Progress['refused']) =>
  migrationReport({ from: 'x', to: 'y', steps: {}, counts: {}, leftOut: {}, waiting: [], edges: 0, refused }, {});

describe('the report of a migration', () => {
  it.each([
    ['nothing was refused', [], 0],
    ['changes wait as proposals', [HELD], 3],
    ['something was refused beside them', [HELD, BAD], 1],
  ])('ends, where %s, by its code', (_, refused, code) => {
    expect(reportOf(refused).exitCode).toBe(code);
  });

  it('says where a proposal is', () => {
    expect(JSON.stringify(reportOf([HELD]).sections)).toContain('http://x/p');
  });
});
