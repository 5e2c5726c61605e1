import { randomUUID } from 'node:crypto';
import type { Actor } from '@app/common';
import { NotifierWorld } from './notifier-world';

const URL = 'http://127.0.0.1:9/hook';

describe('the names of a filter', () => {
  let world: NotifierWorld;
  beforeAll(async () => (world = await NotifierWorld.open()));
  afterAll(() => world.close());

  const refusal = async (contract: string, by: Actor = world.admin): Promise<{ code: string; details: object[] }> =>
    world.subscribe(URL, { filter: { contracts: [contract] } }, by).then(
      () => Promise.reject(new Error('it was taken')),
      ({ code, details }: { code: string; details: object[] }) => ({ code, details }),
    );
  const noContract = {
    code: 'BAD_REQUEST',
    details: [{ field: 'filter.contracts[0]', message: expect.stringContaining('fullyQualifiedName') }],
  };

  it('become FQNs where they are ids', async () => {
    const { id, fqn } = await world.contract();
    const team = await world.entity('team', `team-${id.slice(0, 8)}`);
    const filter = { contracts: [id, fqn], owners: [team.id.toUpperCase(), 'who-comes-later'], tags: ['Tier.New'] };
    const { subscription } = await world.subscribe(URL, { filter });
    expect(subscription.filter).toEqual({
      contracts: [fqn],
      owners: [`team-${id.slice(0, 8)}`, 'who-comes-later'],
      tags: ['Tier.New'],
    });
  });

  it('are refused where they name no contract', async () => {
    const { asset } = await world.contract();
    const [table] = await world.database.query<{ id: string; fqn: string }>(
      `select id::text, fqn from entity where node = $1`,
      [asset],
    );
    for (const name of ['no.such', randomUUID(), table!.id, table!.fqn])
      expect(await refusal(name)).toEqual(noContract);
  });

  it('are refused alike where the contract is hidden', async () => {
    const { id, fqn } = await world.contract();
    const name = `blind-${id.slice(0, 8)}`;
    const user = await world.entity('user', name);
    const blind: Actor = { ...world.admin, name, id: user.id, isAdmin: false, ownerIds: new Set([user.id]), rules: [] };
    for (const contract of [fqn, id, 'no.such']) expect(await refusal(contract, blind)).toEqual(noContract);
  });

  it('stay in a subscription whose contract was deleted, and cannot be added anew', async () => {
    const { id, fqn } = await world.contract();
    const { subscription } = await world.subscribe(URL, { filter: { contracts: [fqn] } });
    await world.database.query(`update entity set deleted_by = 1 where id = $1`, [id]);
    const change = (document: Record<string, unknown>) => ({ ...document, displayName: 'Orders' }) as never;
    const changed = await world.subscriptions.change(world.admin, subscription.id, change);
    expect([changed.displayName, changed.filter]).toEqual(['Orders', { contracts: [fqn] }]);
    expect(await refusal(fqn)).toEqual(noContract);
  });
});
