import { unique, type Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

interface Shown {
  readonly id: string;
  readonly party: { readonly id: string; readonly name: string };
  readonly columns?: readonly string[];
  readonly missingColumns?: readonly string[];
}
interface Page {
  readonly data: readonly Shown[];
  readonly paging: { readonly total: number; readonly after?: string };
}

describe('consumers of a contract', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let ann: Person;
  let member: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, ann, member] = [await world.person(), await world.person(), await world.person()];
  });

  const path = ({ id }: Contract, rest = '') => `/dataContracts/${id}/consumers${rest}`;
  const declare = (contract: Contract, by: Person, more: object = {}) =>
    by.client.put<Shown>(path(contract), { party: by.ref, purpose: 'Reports', ...more });
  const names = async (contract: Contract, by = world.admin) =>
    (await by.must<Page>('GET', path(contract, '?limit=100'))).data.map(({ party }) => party.id);

  it('declare themselves and their teams; for others it takes EditAll', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    const team = await world.team([member]);
    const ofTeam = { party: { type: 'team', id: team.id }, purpose: 'Mails', columns: ['email'] };
    expect((await declare(contract, ann)).status).toBe(201);
    expect((await ann.client.put(path(contract), ofTeam)).status).toBe(403);
    expect((await member.client.put(path(contract), ofTeam)).status).toBe(201);
    const other = await world.person();
    const forOther = { party: other.ref, purpose: 'Theirs' };
    expect(await owner.client.put(path(contract), forOther)).toMatchObject({
      status: 201,
      body: { declaredBy: { id: owner.id } },
    });
    expect((await names(contract)).sort()).toEqual([ann.id, team.id, other.id].sort());
    // What a consumer said is not the owner's to narrow or to strike.
    expect((await owner.client.put(path(contract), { party: ann.ref, purpose: 'x', columns: ['id'] })).status).toBe(
      403,
    );
  });

  it('are removed by themselves, by who declared them, and by administrators', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    const own = (await declare(contract, ann)).body.id;
    const forMember = await owner.client.put<Shown>(path(contract), { party: member.ref, purpose: 'Theirs' });
    expect((await owner.client.delete(path(contract, `/${own}`))).status).toBe(403);
    expect((await owner.client.delete(path(contract, `/${forMember.body.id}`))).status).toBe(200);
    expect(await ann.client.delete(path(contract, `/${own}`))).toMatchObject({ status: 200, body: { id: own } });
    expect((await world.admin.get(path(contract, `/${own}`))).status).toBe(404);
    const again = (await declare(contract, ann)).body.id;
    expect((await world.admin.delete(path(contract, `/${again}`))).status).toBe(200);
    const { data } = await world.admin.must<{ data: { operation: string }[] }>(
      'GET',
      `/audit?entity=${contract.id}&limit=100`,
    );
    const done = data.map(({ operation }) => operation).filter((name) => name.startsWith('consumer'));
    expect([done.filter((name) => name === 'consumerDeclared').length, done.length]).toEqual([3, 6]);
  });

  it('rely on columns of the schema, which may be gone later', async () => {
    const contract = await world.contract();
    const made = await declare(contract, ann, { columns: ['email', '"id"', 'email'] });
    expect(made.body.columns).toEqual(['email', 'id']);
    expect(await declare(contract, ann, { columns: ['nope', 'id', 'nor'] })).toMatchObject({
      status: 400,
      body: { details: [{ field: 'columns[0]' }, { field: 'columns[2]' }] },
    });
    await world.admin.patch(`/dataContracts/${contract.id}`, [{ op: 'remove', path: '/schema/1' }]);
    const { data } = await world.admin.must<Page>('GET', path(contract));
    expect(data[0]).toMatchObject({ columns: ['email', 'id'], missingColumns: ['email'] });
    const plain = await world.contracts.contract({ schema: [] });
    expect((await declare(plain, ann, { columns: ['note'] })).status).toBe(201);
  });

  it('rely on a column by each name that the platform reads alike, whatever the contract calls it later', async () => {
    const contract = await world.contract();
    const made = await declare(contract, ann, { columns: ['EMAIL', '"ID"'] });
    expect(made).toMatchObject({ status: 400, body: { details: [{ field: 'columns[1]' }] } });
    expect((await declare(contract, ann, { columns: ['EMAIL'] })).body.columns).toEqual(['email']);
    const renamed = [{ op: 'replace', path: '/schema/1/name', value: 'Email' }];
    expect((await world.admin.patch(`/dataContracts/${contract.id}`, renamed)).status).toBe(200);
    const { data } = await world.admin.must<Page>('GET', path(contract));
    expect(data[0]).not.toHaveProperty('missingColumns');
    const document = { schema: [(contract.schema as object[])[0]] };
    const checked = await world.admin.must('POST', `/dataContracts/${contract.id}/check`, { document });
    expect(checked).toMatchObject({ compatible: false, consumers: [{ party: { id: ann.id } }] });
  });

  it('are shown by an impact and by a check of a breaking change, those whom it concerns', async () => {
    const contract = await world.contract();
    const impact = (query = '') =>
      world.admin.must<{ consumers?: Shown[] }>('GET', `/dataContracts/${contract.id}/impact${query}`);
    expect(await impact()).not.toHaveProperty('consumers');
    await declare(contract, ann);
    await declare(contract, member, { columns: ['email'] });
    const who = async (query: string) => (await impact(query)).consumers?.map(({ party }) => party.id).sort();
    expect(await who('')).toEqual([ann.id, member.id].sort());
    expect(await who('?columns=id')).toEqual([ann.id]);
    const check = (schema: object[]) =>
      world.admin.must<{ compatible: boolean; consumers?: Shown[] }>('POST', `/dataContracts/${contract.id}/check`, {
        document: { schema },
      });
    const [id, email] = contract.schema as object[];
    expect((await check([id!])).consumers?.map(({ party }) => party.id).sort()).toEqual([ann.id, member.id].sort());
    expect((await check([email!])).consumers?.map(({ party }) => party.id)).toEqual([ann.id]);
    expect(await check([id!, email!])).not.toHaveProperty('consumers');
  });

  it('are those of contracts that one may view, and of live people', async () => {
    const contract = await world.contract();
    const leaving = await world.person();
    await declare(contract, leaving);
    await declare(contract, ann);
    const mine = async () => (await ann.client.must<Page>('GET', '/dataContracts/consumers?mine=true&limit=1000')).data;
    expect((await mine()).every(({ party }) => party.id === ann.id)).toBe(true);
    const byName = await world.admin.must<Page>('GET', `/dataContracts/consumers?party=${leaving.name}`);
    expect(byName.paging.total).toBe(1);
    await world.admin.must('DELETE', `/users/${leaving.id}`);
    expect(await names(contract)).toEqual([ann.id]);
    const before = (await mine()).length;
    await world.admin.must('DELETE', `/dataContracts/${contract.id}`);
    expect((await mine()).length).toBe(before - 1);
    expect((await ann.client.get(path(contract))).status).toBe(404);
  });

  it('of a contract that is hidden from somebody are not there', async () => {
    const policy = unique('policy');
    const rules = [
      {
        name: 'r',
        effect: 'deny',
        resources: ['table'],
        operations: ['ViewAll', 'ViewBasic'],
        condition: '!isOwner()',
      },
    ];
    await world.admin.must('POST', '/policies', { name: policy, rules });
    const role = unique('role');
    await world.admin.must('POST', '/roles', { name: role, policies: [policy] });
    const blind = await world.person(role);
    const contract = await world.contract();
    const { id } = (await declare(contract, ann)).body;
    for (const rest of ['', `/${id}`, '/suggestions'])
      expect((await blind.client.get(path(contract, rest))).status).toBe(404);
    expect((await declare(contract, blind)).status).toBe(404);
    expect((await blind.client.delete(path(contract, `/${id}`))).status).toBe(404);
    const all = await blind.client.must<Page>('GET', '/dataContracts/consumers?limit=1000');
    expect(all).toMatchObject({ data: [], paging: { total: 0 } });
    expect((await blind.client.get(`/dataContracts/${contract.id}/policy`)).status).toBe(404);
  });

  it('are declared once, however many do it at once', async () => {
    const contract = await world.contract();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, i) => declare(contract, ann, { purpose: `p${i}` })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([...Array<number>(11).fill(200), 201]);
  });

  it('are suggested from lineage and queries, without those who need none', async () => {
    const contract = await world.contract({ owners: [owner.ref] });
    const root = contract.entity;
    const [near, far, own] = [
      await world.contracts.table({ owners: [ann.ref] }),
      await world.contracts.table({ owners: [member.ref] }),
      await world.contracts.table({ owners: [owner.ref] }),
    ];
    const { fullyQualifiedName: from } = await world.admin.must<{ fullyQualifiedName: string }>(
      'GET',
      `/tables/${root.id}`,
    );
    const edge = (fromEntity: { id: string }, toEntity: { id: string }, columnsLineage: object[]) =>
      world.admin.must('PUT', '/lineage', {
        edge: {
          ...{ fromEntity: { type: 'table', id: fromEntity.id }, toEntity: { type: 'table', id: toEntity.id } },
          lineageDetails: { columnsLineage },
        },
      });
    await edge(root, near, [{ fromColumns: [`${from}.email`], toColumn: `${near.fullyQualifiedName}.note` }]);
    await edge(near, far, [
      { fromColumns: [`${near.fullyQualifiedName}.note`], toColumn: `${far.fullyQualifiedName}.note` },
    ]);
    await edge(root, own, []);
    const service = from.split('.')[0];
    await world.admin.must('POST', '/queries', {
      ...{ service, query: `select ${unique('q')}`, queryDate: 1_700_000_000_000 },
      ...{ users: [member.ref], queryUsedIn: [{ type: 'table', id: root.id }] },
    });
    const suggested = async () =>
      (await world.admin.must<{ data: object[] }>('GET', path(contract, '/suggestions'))).data;
    expect(await suggested()).toMatchObject([
      {
        party: { id: member.id },
        evidence: [
          { kind: 'lineage', asset: { id: far.id }, hops: 2 },
          { kind: 'query', lastAt: 1_700_000_000_000 },
        ],
      },
      { party: { id: ann.id }, columns: ['email'], evidence: [{ kind: 'lineage', asset: { id: near.id }, hops: 1 }] },
    ]);
    await declare(contract, ann);
    expect((await suggested()).length).toBe(1);
  });
});
