import { unique, type Asset } from '../../contracts/contract-world';
import { GovernanceWorld } from '../people';

const ID = { name: 'id', dataType: 'BIGINT' };

describe('a question what a save would come to', () => {
  it('is for who may make the change, and refuses others', async () => {
    const world = await GovernanceWorld.shared();
    const owner = await world.person();
    const consumer = await world.person();
    const contract = await world.contract({ owners: [owner.ref] });
    const document = draftOf({ id: contract.entity.id }, [ID]);
    const cases: [string, number, Promise<{ status: number; body: unknown }>][] = [
      ['a viewer', 403, consumer.client.post(at(contract), { patch: [{ op: 'remove', path: '/schema/1' }] })],
      ['nothing', 400, owner.client.post(at(contract), {})],
      ['both', 400, owner.client.post(at(contract), { document, patch: [] })],
      ['a patch that fails', 400, owner.client.post(at(contract), { patch: [{ op: 'remove', path: '/schema/9' }] })],
      ['a malformed document', 400, owner.client.post(at(contract), { document: { schema: 1 } })],
      [
        'an unknown contract',
        404,
        owner.client.post(at({ id: 'c0ffee00-0000-4000-8000-000000000000' }), { patch: [] }),
      ],
      ['who may not create', 403, consumer.client.post('/dataContracts/whatIf', { document })],
      [
        'an unknown asset',
        404,
        world.admin.post('/dataContracts/whatIf', {
          document: draftOf({ id: 'c0ffee00-0000-4000-8000-000000000000' }, [ID]),
        }),
      ],
      ['a second contract', 409, world.admin.post('/dataContracts/whatIf', { document })],
      ['a patch of nothing', 400, world.admin.post('/dataContracts/whatIf', { patch: [] })],
    ];
    for (const [what, status, asked] of cases) expect([what, (await asked).status]).toEqual([what, status]);
    await world.admin.must('DELETE', `/tables/${contract.entity.id}?recursive=true`);
    expect((await owner.client.post(at(contract), { patch: [] })).status).toBe(404);
  });

  const at = ({ id }: { readonly id: string }) => `/dataContracts/${id}/whatIf`;
  const draftOf = ({ id }: Pick<Asset, 'id'>, schema: readonly object[]) => ({
    ...{ name: unique('w'), entity: { id, type: 'table' }, schema },
  });
});
