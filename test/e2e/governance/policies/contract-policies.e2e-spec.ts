import { unique } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

const POLICIES = '/dataContracts/policies';
const NOBODY = '00000000-0000-4000-8000-000000000000';

interface Shown {
  readonly id: string;
  readonly scope: { readonly type: string; readonly id?: string };
  readonly change?: { readonly mode: string };
}
interface Effective {
  readonly change: { readonly mode: string; readonly source: { readonly type: string; readonly id?: string } };
}

describe('contract policies', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let stranger: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, stranger] = [await world.person(), await world.person()];
  });

  const ref = (type: string, { id }: { readonly id: string }) => ({ type, id });
  const change = (mode: string) => ({ change: { mode } });
  const domain = (more: object = {}) =>
    world.admin.must<{ id: string; fullyQualifiedName: string }>('POST', '/domains', {
      ...{ name: unique('d'), domainType: 'Aggregate', description: 'd', ...more },
    });
  const put = (scope: object, sections: object, by: Pick<Person, 'client'> = { client: world.admin }) =>
    by.client.put<Shown>(POLICIES, { scope, ...sections });
  const effective = async (id: string) =>
    (await world.admin.must<Effective>('GET', `/dataContracts/${id}/policy`)).change;

  it('are complete as they are stored, replaced by their scope, listed, and told to the audit', async () => {
    const { id, fullyQualifiedName } = await domain();
    const scope = { type: 'domain', fullyQualifiedName };
    const made = await put(scope, { ...change('consented'), incidents: { assign: owner.ref } });
    expect(made).toMatchObject({
      status: 201,
      body: {
        scope: { type: 'domain', id, fullyQualifiedName },
        change: { mode: 'consented', consentPeriod: 'P30D', atDeadline: 'applyUnlessObjected' },
        incidents: { open: true, assign: owner.ref, closeAfterRuns: 3, groupWithin: 'PT6H' },
      },
    });
    const replaced = await put(scope, { learned: { volume: 'warn' } });
    expect(replaced).toMatchObject({ status: 200, body: { id: made.body.id, learned: { sensitivity: 'medium' } } });
    expect(replaced.body).not.toHaveProperty('change');
    expect(await world.admin.must('GET', `${POLICIES}/${made.body.id}`)).toEqual(replaced.body);
    const list = await world.admin.must<{ data: Shown[] }>('GET', `${POLICIES}?scopeType=domain&limit=1000`);
    expect(list.data.find((one) => one.id === made.body.id)).toEqual(replaced.body);
    expect((await world.admin.delete(`${POLICIES}/${made.body.id}`)).body).toEqual(replaced.body);
    expect((await world.admin.get(`${POLICIES}/${made.body.id}`)).status).toBe(404);
    const { data } = await world.admin.must<{ data: { operation: string }[] }>('GET', `/audit?entity=${made.body.id}`);
    expect(data.map(({ operation }) => operation)).toEqual([
      'contractPolicyRemoved',
      'contractPolicySet',
      'contractPolicySet',
    ]);
  });

  it.each<[string, object, number]>([
    ['no section', { scope: { type: 'all' } }, 400],
    ['a scope of another type', { scope: { type: 'table', id: NOBODY }, change: { mode: 'open' } }, 400],
    ['a scope that is all and more', { scope: { type: 'all', id: NOBODY }, change: { mode: 'open' } }, 400],
    ['a scope that is not there', { scope: { type: 'domain', id: NOBODY }, change: { mode: 'open' } }, 404],
    [
      'an assignee that is not there',
      { scope: { type: 'all' }, incidents: { assign: { type: 'user', id: NOBODY } } },
      404,
    ],
    ['an unknown member', { scope: { type: 'all' }, change: { mode: 'open', votes: 2 } }, 400],
    ['a period of months', { scope: { type: 'all' }, change: { mode: 'open', consentPeriod: 'P1M' } }, 400],
    ['no zone', { scope: { type: 'all' }, learned: { timezone: 'Mars/Base' } }, 400],
  ])('are refused with %s', async (_, body, status) => {
    expect((await world.admin.put(POLICIES, body)).status).toBe(status);
  });

  it('hold for contracts of assets in a domain, of its parents too, and follow the asset', async () => {
    const [top, other] = [await domain(), await domain()];
    const sub = await domain({ parent: top.fullyQualifiedName });
    await put(ref('domain', top), change('reviewed'));
    const table = await world.contracts.table({ domains: [sub.fullyQualifiedName] });
    const contract = await world.contract({ entity: { type: 'table', id: table.id } });
    expect(await effective(contract.id)).toMatchObject({ mode: 'reviewed', source: { type: 'domain', id: top.id } });
    await put(ref('domain', sub), change('consented'));
    expect(await effective(contract.id)).toMatchObject({ mode: 'consented', source: { id: sub.id } });
    const move = [{ op: 'replace', path: '/domains/0', value: ref('domain', other) }];
    expect((await world.admin.patch(`/tables/${table.id}`, move)).status).toBe(200);
    expect(await effective(contract.id)).toMatchObject({ mode: 'open', source: { type: 'default' } });
  });

  it('of a contract its owner makes stricter in incidents and in what is learned, never looser', async () => {
    const d = await domain();
    const asset = await world.contracts.table({ domains: [d.fullyQualifiedName] });
    const contract = await world.admin.must<{ id: string }>('POST', '/dataContracts', {
      ...{ name: unique('c'), entity: ref('table', asset), owners: [owner.ref] },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    });
    const scope = ref('dataContract', contract);
    // Without any policy there is nothing that could be loosened.
    expect(
      (await put(scope, { incidents: { closeAfterRuns: 1 }, learned: { sensitivity: 'low' } }, owner)).status,
    ).toBe(201);
    const strict = { incidents: { closeAfterRuns: 5 }, learned: { volume: 'warn', sensitivity: 'medium' } };
    await put(ref('domain', d), strict);
    for (const [sections, words] of [
      [{ incidents: { open: false, closeAfterRuns: 5 } }, 'incidents.open false is looser than true'],
      [{ incidents: { closeAfterRuns: 4 } }, 'incidents.closeAfterRuns 4 is looser than 5'],
      [{ learned: {} }, 'learned.volume off is looser than warn'],
      [{ learned: { volume: 'warn', sensitivity: 'low' } }, 'learned.sensitivity low is looser than medium'],
    ] as const)
      expect(await put(scope, sections, owner)).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining(words) as string },
      });
    const stricter = {
      incidents: { closeAfterRuns: 0 },
      learned: { volume: 'warn', freshness: 'warn', sensitivity: 'high' },
    };
    for (const sections of [stricter, strict]) expect((await put(scope, sections, owner)).status).toBe(200);
    // What somebody with ManageContractPolicy wrote for the contract binds its owner too.
    const { id } = (await put(scope, stricter)).body;
    expect(await put(scope, strict, owner)).toMatchObject({
      ...{ status: 403, body: { message: expect.stringContaining('closeAfterRuns 5 is looser than 0') as string } },
    });
    expect((await owner.client.delete(`${POLICIES}/${id}`)).status).toBe(403);
  });

  it('of a contract its owner makes stricter, never looser', async () => {
    const above = await domain();
    const table = await world.contracts.table({ domains: [above.fullyQualifiedName] });
    const contract = await world.contract({ entity: { type: 'table', id: table.id }, owners: [owner.ref] });
    const scope = ref('dataContract', contract);
    await put(ref('domain', above), change('reviewed'));
    expect((await put(scope, change('open'), owner)).status).toBe(403);
    expect((await put(scope, { incidents: {} }, owner)).status).toBe(201);
    const made = await put(scope, change('consented'), owner);
    expect(made.status).toBe(200);
    expect((await put(scope, change('reviewed'), owner)).status).toBe(403);
    expect((await put(scope, { incidents: {} }, owner)).status).toBe(403);
    expect((await owner.client.delete(`${POLICIES}/${made.body.id}`)).status).toBe(403);
    expect((await put(scope, change('consented'), stranger)).status).toBe(403);
    expect(await effective(contract.id)).toMatchObject({ mode: 'consented' });
  });

  it('of a domain its owner writes, but they loosen nothing for its contracts', async () => {
    const top = await domain();
    const own = await domain({ parent: top.fullyQualifiedName, owners: [owner.ref] });
    const table = await world.contracts.table({ domains: [own.fullyQualifiedName] });
    const contract = await world.contract({ entity: { type: 'table', id: table.id } });
    await put(ref('domain', top), change('reviewed'));
    expect((await put(ref('domain', own), change('open'), owner)).status).toBe(201);
    expect(await effective(contract.id)).toMatchObject({ mode: 'reviewed', source: { id: top.id } });
    expect((await put(ref('domain', own), change('open'))).status).toBe(200);
    expect(await effective(contract.id)).toMatchObject({ mode: 'open', source: { id: own.id } });
  });

  it('are written by who has ManageContractPolicy, and by no other shipped role', async () => {
    const { id } = await domain();
    const scope = { type: 'domain', id };
    for (const role of ['DataConsumer', 'DataSteward', 'Bot'])
      expect(await put(scope, change('open'), await world.person(role))).toMatchObject({
        status: 403,
        body: { message: expect.stringContaining('ManageContractPolicy') as string },
      });
    expect((await put(scope, change('open'), await world.personWho(['ManageContractPolicy']))).status).toBe(201);
    expect((await put(scope, change('open'), await world.personWho(['All']))).status).toBe(200);
    const told = await world.admin.must<{ permissions: { operation: string; access: string }[] }>(
      ...(['GET', `/permissions/dataContract`] as const),
    );
    expect(told.permissions.map(({ operation }) => operation)).toEqual(
      expect.arrayContaining(['ManageContractPolicy', 'ReviewContract', 'OverrideConsent']),
    );
  });

  it('go with their scope, and are not there while it is deleted', async () => {
    const contract = await world.contract();
    const made = await put(ref('dataContract', contract), change('open'));
    const path = `${POLICIES}/${made.body.id}`;
    await world.admin.must('DELETE', `/dataContracts/${contract.id}`);
    expect((await world.admin.get(path)).status).toBe(404);
    await world.admin.must('PUT', '/dataContracts/restore', { id: contract.id });
    expect((await world.admin.get(path)).status).toBe(200);
    await world.admin.must('DELETE', `/dataContracts/${contract.id}?hardDelete=true`);
    expect((await world.admin.get(path)).status).toBe(404);
  });

  it('of what somebody may not view are not there for them, and tell as a source only their type', async () => {
    const blind = await world.personWho(['ViewAll']);
    const policy = unique('policy');
    const rules = [{ name: 'r', effect: 'deny', resources: ['domain'], operations: ['ViewAll', 'ViewBasic'] }];
    await world.admin.must('POST', '/policies', { name: policy, rules });
    const role = await world.admin.must<{ id: string }>('POST', '/roles', { name: unique('role'), policies: [policy] });
    const addRole = [{ op: 'add', path: '/roles/0', value: { id: role.id, type: 'role' } }];
    expect((await world.admin.patch(`/users/${blind.id}`, addRole)).status).toBe(200);
    const hidden = await domain();
    const made = await put(ref('domain', hidden), change('reviewed'));
    const table = await world.contracts.table({ domains: [hidden.fullyQualifiedName] });
    const contract = await world.contract({ entity: { type: 'table', id: table.id } });
    expect((await blind.client.get(`${POLICIES}/${made.body.id}`)).status).toBe(404);
    const list = await blind.client.must<{ data: Shown[] }>('GET', `${POLICIES}?limit=1000`);
    expect(list.data.filter(({ scope }) => scope.type === 'domain')).toEqual([]);
    const { change: shown } = await blind.client.must<Effective>('GET', `/dataContracts/${contract.id}/policy`);
    expect(shown).toMatchObject({ mode: 'reviewed', source: { type: 'domain' } });
    expect(Object.keys(shown.source)).toEqual(['type']);
  });
});
