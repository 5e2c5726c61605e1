import { Client as DatabaseClient } from 'pg';
import { unique, type Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

interface Shown {
  readonly id: string;
  readonly party: { readonly id: string };
  readonly invitedAt: number;
  readonly expiresAt: number;
}
interface Page {
  readonly data: readonly Shown[];
  readonly paging: { readonly total: number; readonly after?: string };
}
interface Notices {
  readonly data: readonly { readonly type: string; readonly role: string; readonly text: string }[];
}
interface Refused {
  readonly message: string;
}

const DAYS_30 = 30 * 86_400_000;

describe('an invitation to say what one relies on', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let ann: Person;
  let member: Person;
  let other: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, ann, member, other] = [
      await world.person(),
      await world.person(),
      await world.person(),
      await world.person(),
    ];
  });

  const path = ({ id }: Contract, rest = '') => `/dataContracts/${id}/invitations${rest}`;
  const owned = (more: object = {}) => world.contract({ owners: [owner.ref], ...more });
  const invite = (contract: Contract, party: object, by = owner, more: object = {}) =>
    by.client.post<Shown & Refused>(path(contract), { party, ...more });
  const rely = (contract: Contract, by: Person, party: object = by.ref) =>
    by.client.put(`/dataContracts/${contract.id}/consumers`, { party, purpose: 'Reports' });
  const open = async (contract: Contract, by = owner) => (await by.client.must<Page>('GET', path(contract))).data;
  const own = async (contract: Contract, by: Person) => {
    const { data } = await by.client.must<{ data: (Shown & { contract: { id: string } })[] }>(
      'GET',
      '/dataContracts/invitations?limit=1000',
    );
    return data.filter((one) => one.contract.id === contract.id).map(({ id }) => id);
  };
  const notices = async (contract: Contract, by: Person) => {
    const { data } = await by.client.must<Notices>('GET', `/dataContracts/notices?contract=${contract.id}`);
    return data
      .filter(({ type }) => /invit/i.test(type))
      .map(({ type, role, text }) => [type, role, text.replace(/^The contract \S+ /, '')]);
  };
  const audited = async ({ id }: Contract) => {
    const { data } = await world.admin.must<{ data: { operation: string }[] }>('GET', `/audit?entity=${id}&limit=100`);
    return data.map(({ operation }) => operation).filter((name) => /^(consumer|invitation)/.test(name));
  };
  const onDatabase = async (text: string, values: unknown[]): Promise<unknown[]> => {
    const client = new DatabaseClient({ connectionString: world.contracts.service.databaseUrl });
    await client.connect();
    try {
      return (await client.query<object>(text, values)).rows;
    } finally {
      await client.end();
    }
  };
  /** Who sees no table without an owner, nor its contract. */
  const blind = async (): Promise<Person> => {
    const [policy, role] = [unique('policy'), unique('role')];
    const operations = ['ViewAll', 'ViewBasic'];
    const rules = [{ name: 'r', effect: 'deny', resources: ['table'], operations, condition: '!isOwner()' }];
    await world.admin.must('POST', '/policies', { name: policy, rules });
    await world.admin.must('POST', '/roles', { name: role, policies: [policy] });
    return world.person(role);
  };

  it('is of who may edit the contract, once for a party, and is accepted by a declaration', async () => {
    const contract = await owned();
    expect((await invite(contract, ann.ref, other)).status).toBe(403);
    const made = await invite(contract, ann.ref, owner, { message: 'You read it nightly' });
    expect([made.status, made.body]).toEqual([
      201,
      {
        ...{ id: expect.any(String), message: 'You read it nightly', invitedAt: expect.any(Number) },
        expiresAt: made.body.invitedAt + DAYS_30,
        contract: expect.objectContaining({ id: contract.id }),
        party: expect.objectContaining({ id: ann.id }),
        invitedBy: expect.objectContaining({ id: owner.id }),
      },
    ]);
    const again = await invite(contract, ann.ref, owner, { message: 'In other words' });
    expect([again.status, again.body]).toEqual([200, made.body]);
    expect([await own(contract, ann), await own(contract, other)]).toEqual([[made.body.id], []]);
    expect((await open(contract, other)).length).toBe(1);
    expect((await rely(contract, ann)).status).toBe(201);
    expect([await open(contract), await own(contract, ann)]).toEqual([[], []]);
    const relies = await invite(contract, ann.ref);
    expect([relies.status, relies.body.message]).toEqual([409, expect.stringContaining('relies on the contract')]);
    expect(await notices(contract, ann)).toEqual([
      [
        'consumerInvited',
        'invited',
        `has an invitation of ${owner.name} to declare what relies on it: "You read it nightly".`,
      ],
    ]);
    expect(await notices(contract, owner)).toEqual([
      ['invitationAnswered', 'author', `has an invitation that ${ann.name} accepted.`],
    ]);
    expect(await audited(contract)).toEqual(['consumerDeclared', 'consumerInvited']);
  });

  it('is declined by who is invited alone, a member for the team', async () => {
    const contract = await owned();
    const team = await world.team([member]);
    const { id } = (await invite(contract, { type: 'team', id: team.id })).body;
    const decline = (by: Person, reason?: string) => by.client.post(path(contract, `/${id}/decline`), { reason });
    for (const by of [owner, other]) expect((await decline(by)).status).toBe(403);
    expect(await own(contract, member)).toEqual([id]);
    expect(await decline(member, 'x'.repeat(501))).toMatchObject({ status: 400 });
    expect(await decline(member, 'We moved')).toMatchObject({ status: 200, body: { id } });
    expect((await decline(member)).status).toBe(404);
    expect(await notices(contract, owner)).toEqual([
      ['invitationAnswered', 'author', `has an invitation that ${member.name} declined: "We moved".`],
    ]);
    expect((await notices(contract, member)).map(([type]) => type)).toEqual(['consumerInvited']);
    expect(await audited(contract)).toEqual(['invitationDeclined', 'consumerInvited']);
    expect((await invite(contract, { type: 'team', id: team.id })).status).toBe(201);
  });

  it('is withdrawn by who may edit the contract; a declaration after that answers nothing', async () => {
    const contract = await owned();
    const { id } = (await invite(contract, ann.ref)).body;
    expect((await ann.client.delete(path(contract, `/${id}`))).status).toBe(403);
    expect(await owner.client.delete(path(contract, `/${id}`))).toMatchObject({ status: 200, body: { id } });
    expect((await owner.client.delete(path(contract, `/${id}`))).status).toBe(404);
    expect((await ann.client.post(path(contract, `/${id}/decline`), {})).status).toBe(404);
    expect((await rely(contract, ann)).status).toBe(201);
    expect(await notices(contract, owner)).toEqual([]);
    expect(await audited(contract)).toEqual(['consumerDeclared', 'invitationWithdrawn', 'consumerInvited']);
  });

  it('is answered once, whatever is done at once', async () => {
    const contract = await owned();
    const made = await Promise.all(Array.from({ length: 8 }, () => invite(contract, ann.ref)));
    expect(made.map(({ status }) => status).sort()).toEqual([...Array<number>(7).fill(200), 201]);
    const { id } = made[0]!.body;
    const answers = await Promise.all([
      rely(contract, ann),
      rely(contract, ann),
      owner.client.delete(path(contract, `/${id}`)),
      ann.client.post(path(contract, `/${id}/decline`), {}),
    ]);
    expect(
      answers
        .map(({ status }) => status)
        .slice(0, 2)
        .sort(),
    ).toEqual([200, 201]);
    const ended = (await audited(contract)).filter((name) => name.startsWith('invitation'));
    expect(ended.length).toBeLessThanOrEqual(1);
    const withdrawn = ended.includes('invitationWithdrawn');
    expect((await notices(contract, owner)).length).toBe(withdrawn ? 0 : 1);
    expect(await open(contract)).toEqual([]);
  });

  it('ends by itself, and makes room for the next one', async () => {
    const contract = await owned();
    const { id } = (await invite(contract, ann.ref)).body;
    await onDatabase('update contract_invitation set expires_at = 1 where id = $1', [id]);
    expect([await open(contract), await own(contract, ann)]).toEqual([[], []]);
    expect((await ann.client.post(path(contract, `/${id}/decline`), {})).status).toBe(404);
    expect((await owner.client.delete(path(contract, `/${id}`))).status).toBe(404);
    const next = await invite(contract, ann.ref);
    expect([next.status, next.body.id === id]).toEqual([201, false]);
    await onDatabase('update contract_invitation set expires_at = 1 where id = $1', [next.body.id]);
    expect((await rely(contract, ann)).status).toBe(201);
    expect(await notices(contract, owner)).toEqual([]);
  });

  it('is of a party that is there and may view the contract', async () => {
    const contract = await owned();
    const hidden = await blind();
    const refused = await invite(contract, hidden.ref);
    expect([refused.status, refused.body.message]).toEqual([
      400,
      expect.stringContaining(`The user ${hidden.name} may not view the contract`),
    ]);
    expect(await own(contract, hidden)).toEqual([]);
    const team = await world.team([hidden]);
    expect((await invite(contract, { type: 'team', id: team.id })).status).toBe(400);
    const gone = await world.person();
    await world.admin.must('DELETE', `/users/${gone.id}`);
    for (const party of [gone.ref, { type: 'team', fullyQualifiedName: unique('nobody') }])
      expect((await invite(contract, party)).status).toBe(404);
    for (const party of [{ type: 'table', id: contract.entity.id }, {}, undefined])
      expect((await owner.client.post(path(contract), { party })).status).toBe(400);
    expect((await invite(contract, ann.ref, owner, { message: 'x'.repeat(501) })).status).toBe(400);
    expect(await open(contract)).toEqual([]);
  });

  it('of a contract that is hidden from somebody is not there', async () => {
    const contract = await owned();
    const { id } = (await invite(contract, ann.ref)).body;
    const hidden = await blind();
    const answers = [
      await hidden.client.get(path(contract)),
      await hidden.client.post(path(contract, `/${id}/decline`), {}),
    ];
    expect(answers.map(({ status }) => status)).toEqual([404, 404]);
    // Who loses sight of the contract after the invitation sees neither that nor its notice.
    const role = await world.admin.must<{ roles: { id: string; type: string }[] }>(
      'GET',
      `/users/name/${hidden.name}?fields=roles`,
    );
    await world.admin.must('PATCH', `/users/${ann.id}`, [{ op: 'add', path: '/roles', value: role.roles }]);
    expect([await own(contract, ann), await notices(contract, ann)]).toEqual([[], []]);
    ann = await world.person();
  });

  it('goes with the contract, and with the party', async () => {
    const contract = await owned();
    const leaving = await world.person();
    await invite(contract, leaving.ref);
    await invite(contract, ann.ref);
    await world.admin.must('DELETE', `/users/${leaving.id}`);
    expect((await open(contract)).map(({ party }) => party.id)).toEqual([ann.id]);
    await world.admin.must('DELETE', `/users/${leaving.id}?hardDelete=true`);
    const stored = () =>
      onDatabase(
        'select 1 from contract_invitation i where not exists (select from entity e where e.node = i.party) or i.contract = (select node from entity where id = $1)',
        [contract.id],
      );
    expect((await stored()).length).toBe(1);
    await world.admin.must('DELETE', `/dataContracts/${contract.id}`);
    expect(await own(contract, ann)).toEqual([]);
    await world.admin.must('DELETE', `/dataContracts/${contract.id}?hardDelete=true`);
    expect(await stored()).toEqual([]);
  });

  it('is one of a hundred open ones of a contract, which are listed by pages, newest first', async () => {
    const contract = await owned();
    const names = Array.from({ length: 100 }, () => unique('team'));
    const entities = names.map((name) => ({ name, teamType: 'Group' }));
    await world.admin.must('PUT', '/teams/bulk', { entities });
    const ofTeam = (name: string | undefined) => invite(contract, { type: 'team', fullyQualifiedName: name });
    for (const name of names) expect((await ofTeam(name)).status).toBe(201);
    const refused = await invite(contract, ann.ref);
    expect([refused.status, refused.body.message]).toEqual([409, expect.stringContaining('100 invitations')]);
    expect((await ofTeam(names[0])).status).toBe(200);
    const first = await owner.client.must<Page>('GET', path(contract, '?limit=30'));
    const rest = await owner.client.must<Page>('GET', path(contract, `?limit=200&after=${first.paging.after}`));
    const all = [...first.data, ...rest.data];
    expect([first.paging.total, new Set(all.map(({ id }) => id)).size]).toEqual([100, 100]);
    expect(all.map(({ invitedAt }) => invitedAt)).toEqual(all.map(({ invitedAt }) => invitedAt).sort((a, b) => b - a));
    await owner.client.must('DELETE', path(contract, `/${all[0]!.id}`));
    expect((await invite(contract, ann.ref)).status).toBe(201);
  });
});
