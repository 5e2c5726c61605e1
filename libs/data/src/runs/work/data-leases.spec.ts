import type { Database } from '@app/database';
import type { DataClaimRepository } from './data-claim.repository';
import { DataLeases } from './data-leases';

describe('a lease', () => {
  const run = { id: '0d6f7c3e-5a1b-4c8e-9f2d-7b3a1e4c5d60', claim: '1' };
  let hear: (payload: string) => void;
  const listen = (_channel: string, listener: (payload: string) => void): Promise<object> => {
    hear = listener;
    return Promise.resolve({});
  };
  const claims = { renew: () => Promise.resolve([run.id]) } as unknown as DataClaimRepository;
  const told = (status: string): void => hear(JSON.stringify({ id: run.id, status }));

  it.each([
    [['Queued', 'Running'], false],
    [['Aborted'], true],
  ])('of a run of which %j is heard is lost: %s', (statuses, isLost) => {
    const lease = new DataLeases({ listen } as unknown as Database, claims).hold(run);
    for (const status of statuses) told(status);
    expect(lease.lost.aborted).toBe(isLost);
    lease.release();
  });
});
