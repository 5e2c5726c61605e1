import { CONTRACT_STATUSES } from '../document/contract-status';
import { lifecycleState, type LifecycleState, type Validity } from './validity';

const NOW = 1_000;

describe('the state of a contract in its life', () => {
  it.each<[Validity, LifecycleState]>([
    [{ status: 'Active' }, 'inForce'],
    [{ status: 'Approved', from: NOW }, 'inForce'],
    [{ status: 'Active', until: NOW + 1 }, 'inForce'],
    [{ status: 'Active', from: NOW + 1 }, 'upcoming'],
    [{ status: 'Approved', from: NOW + 1, until: NOW + 2 }, 'upcoming'],
    [{ status: 'Active', until: NOW }, 'ended'],
    [{ status: 'Approved', from: 1, until: 2 }, 'ended'],
    [{ status: 'Deprecated', until: NOW }, 'ended'],
    [{ status: 'Rejected', until: NOW }, 'ended'],
    [{ status: 'Deprecated', until: NOW + 1 }, 'deprecated'],
    [{ status: 'Deprecated', from: NOW + 1 }, 'deprecated'],
    [{ status: 'Draft', until: 1 }, 'draft'],
    [{ status: 'Draft', from: NOW + 1 }, 'draft'],
    [{ status: 'In Review', from: NOW + 1 }, 'draft'],
  ])('of %j is %s', (validity, state) => {
    expect(lifecycleState(validity, NOW)).toBe(state);
  });

  it('without dates follows from the status alone', () => {
    const states = CONTRACT_STATUSES.map((status) => lifecycleState({ status }, NOW));
    expect(states).toEqual(['draft', 'inForce', 'deprecated', 'draft', 'inForce', 'draft', 'draft']);
  });
});
