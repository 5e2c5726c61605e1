import { eventually } from '../../support/eventually';
import { unique, type Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Notice {
  readonly id: string;
  readonly type: string;
  readonly role: string;
  readonly reason?: string;
  readonly text: string;
  readonly contract: { readonly id: string; readonly fullyQualifiedName: string; readonly deleted?: boolean };
}

describe('notices that a contract is deleted for good', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let consumer: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    owner = await world.person();
    consumer = await world.person();
  });

  const declare = ({ client, ref }: Person, { id }: Contract) =>
    client.must('PUT', `/dataContracts/${id}/consumers`, { party: ref, purpose: 'Reports' });
  async function relied(more: object = {}): Promise<Contract> {
    const contract = await world.contract({ owners: [owner.ref], ...more });
    await declare(consumer, contract);
    return contract;
  }
  const assetOf = async ({ id }: Contract) =>
    (await world.admin.must<{ entity: { id: string } }>('GET', `/dataContracts/${id}`)).entity.id;
  const told = async ({ client }: Person, { id }: Contract) =>
    (await client.must<{ data: Notice[] }>('GET', `/dataContracts/notices?contract=${id}`)).data;
  const ENDED = { type: 'contractEnded', role: 'consumer', reason: 'assetDeleted' };

  it('are for consumers, where it goes with its asset', async () => {
    const contract = await relied();
    await world.admin.must('DELETE', `/tables/${await assetOf(contract)}?hardDelete=true`);
    const { id, fullyQualifiedName } = contract;
    expect(await told(consumer, contract)).toMatchObject([
      { ...ENDED, contract: { id, fullyQualifiedName, deleted: true } },
    ]);
    expect((await told(consumer, contract))[0]?.text).toBe(
      `The contract ${fullyQualifiedName} has ended: its asset was deleted.`,
    );
    expect(await told(owner, contract)).toEqual([]);
    const all = await consumer.client.must<{ data: Notice[]; paging: { total: number } }>(
      'GET',
      '/dataContracts/notices?type=contractEnded',
    );
    expect(all.data.map(({ contract: one }) => one.id)).toContain(id);
    expect(all.paging.total).toBeGreaterThan(0);
  });

  it('are one, also where the asset was deleted softly before', async () => {
    const contract = await relied();
    const asset = await assetOf(contract);
    await world.admin.must('DELETE', `/tables/${asset}`);
    const before = await eventually(
      () => told(consumer, contract),
      (notices) => notices.length > 0,
    );
    await world.admin.must('DELETE', `/tables/${asset}?hardDelete=true`);
    const after = await told(consumer, contract);
    expect(after.map(({ id }) => id)).toEqual(before.map(({ id }) => id));
    expect(after).toMatchObject([ENDED]);
  });

  it('are none where only the contract is deleted, and nobody has to be asked', async () => {
    const contract = await relied();
    await owner.client.must('DELETE', `/dataContracts/${contract.id}?hardDelete=true`);
    expect(await told(consumer, contract)).toEqual([]);
  });

  it('are not there for who may not view it any more, by its owners of then', async () => {
    const contract = await relied();
    const blind = await world.person();
    const blindOwner = await world.person();
    await declare(blind, contract);
    const own = await relied({ owners: [owner.ref, blindOwner.ref] });
    await declare(blindOwner, own);
    for (const one of [contract, own])
      await world.admin.must('DELETE', `/tables/${await assetOf(one)}?hardDelete=true`);
    expect(await told(blind, contract)).toMatchObject([ENDED]);
    const policy = unique('policy');
    const operations = ['ViewAll', 'ViewBasic'];
    const rules = [{ name: 'h', effect: 'deny', resources: ['dataContract'], operations, condition: '!isOwner()' }];
    await world.admin.must('POST', '/policies', { name: policy, rules });
    const { id } = await world.admin.must<{ id: string }>('POST', '/roles', {
      name: unique('role'),
      policies: [policy],
    });
    for (const one of [blind, blindOwner])
      await world.admin.must('PATCH', `/users/${one.id}`, [
        { op: 'add', path: '/roles', value: [{ type: 'role', id }] },
      ]);
    expect(await told(blind, contract)).toEqual([]);
    expect(await told(blindOwner, own)).toMatchObject([ENDED]);
  });

  it('are for all whom a proposal of it concerns, such as who is overridden', async () => {
    const contract = await relied();
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const { body } = await owner.client.delete<{ id: string }>(`/dataContracts/${contract.id}?hardDelete=true`);
    await world.admin.must('POST', `/dataContracts/${contract.id}/proposals/${body.id}/override`, { reason: 'Law.' });
    for (const one of [owner, consumer]) {
      const [ended] = await told(one, contract);
      expect(ended).toMatchObject({ type: 'changeEnded', contract: { id: contract.id, deleted: true } });
      expect(ended?.text).toMatch(/was deleted as proposed.*overridden.*Law\./u);
    }
  });
});
