import { unique, type Contract } from '../../contracts/contract-world';
import { IncidentWorld, MINUTE, START, type Incident } from '../incident-world';
import type { Person } from '../people';

describe('lists of incidents', () => {
  let world: IncidentWorld;
  let ann: Person;

  beforeAll(async () => {
    world = await IncidentWorld.shared();
    ann = await world.people.person();
  });

  it('are sorted by when the verdict changed, by name and by status, and filtered as lists of contracts are', async () => {
    const owners = [ann.ref];
    const made = [await world.watched({}, { owners }), await world.watched({}, { owners }), await world.watched()];
    const [early, late, other] = made as [Contract, Contract, Contract];
    await world.broken(early, 1);
    const third = await world.broken(late, 30);
    // It fails since before its incident was opened: that was resolved meanwhile.
    const resolved = await world.broken(other, 5);
    await world.act(resolved, { action: 'resolve', resolution: 'Other', comment: 'Waits' });
    await world.broken(other, 40);
    await world.act(third, { action: 'acknowledge' });
    const domain = await world.domain(made.map(({ entity }) => entity));
    const list = async (query: string) =>
      world.admin.must<{ data: Incident[]; paging: { total: number; after?: string } }>(
        'GET',
        `/dataContracts/incidents?domain=${domain.fullyQualifiedName}&${query}`,
      );
    const contracts = async (query: string) => (await list(query)).data.map(({ contract }) => contract.id);
    expect(await contracts('')).toEqual([other.id, late.id, early.id]);
    expect(await contracts('sortOrder=asc')).toEqual([early.id, late.id, other.id]);
    expect(await contracts('sortBy=since')).toEqual([early.id, other.id, late.id]);
    const first = await list('sortBy=since&sortOrder=desc&limit=2');
    expect(first.data.map(({ contract }) => contract.id)).toEqual([late.id, other.id]);
    expect(await contracts(`sortBy=since&sortOrder=desc&after=${first.paging.after!}`)).toEqual([early.id]);
    expect((await contracts('sortBy=status&sortOrder=desc'))[0]).toBe(late.id);
    const byName = made.toSorted((a, b) => (a.name < b.name ? -1 : 1)).map(({ id }) => id);
    expect(await contracts('sortBy=name')).toEqual(byName);
    expect((await list(`owner=${ann.ref.id}&sortBy=since`)).data.map(({ contract }) => contract.id)).toEqual([
      early.id,
      late.id,
    ]);
    expect((await list('owner=nobody.there')).paging.total).toBe(0);
    const classification = unique('tier');
    await world.admin.must('POST', '/classifications', { name: classification, description: 'Tiers' });
    await world.admin.must('POST', '/tags', { name: 'first', classification, description: 'The first' });
    await world.admin.must('PATCH', `/dataContracts/${late.id}`, [
      { op: 'add', path: '/tags', value: [{ tagFQN: `${classification}.first` }] },
    ]);
    expect(await contracts(`tier=${classification}.first`)).toEqual([late.id]);
    const { data } = await list('sortBy=since');
    const { latestResult } = await world.admin.must<{ latestResult: { since: number } }>(
      'GET',
      `/dataContracts/${other.id}`,
    );
    expect(data[1]).toMatchObject({ since: START + 5 * MINUTE, openedAt: START + 40 * MINUTE });
    expect(latestResult.since).toBe(START + 5 * MINUTE);
    expect((await list('status=resolved')).data[0]).not.toHaveProperty('since');
  });

  it('are sorted by what the contract is where they are open alone', async () => {
    const refused = await world.admin.get('/dataContracts/incidents?status=all&sortBy=since');
    expect(refused.status).toBe(400);
    expect(JSON.stringify(refused.body)).toContain('sorts open incidents alone; got status=all');
  });
});
