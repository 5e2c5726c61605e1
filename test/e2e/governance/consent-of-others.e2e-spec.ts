import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly parties: readonly { readonly decision: string; readonly by?: string }[];
}

const DROP = [{ op: 'remove', path: '/schema/1' }];

describe('the consent of others', () => {
  let world: GovernanceWorld;
  let author: Person;
  let approver: Person;
  let carol: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [author, approver, carol] = [await world.person(), await world.person(), await world.person()];
  });

  /** A contract whose only consumer is a team of these, declared by the last of them. */
  async function consumedBy(members: readonly Person[]): Promise<{
    readonly contract: Contract;
    readonly team: { readonly id: string };
    readonly declaration: string;
  }> {
    const contract = await world.contract({ owners: [author.ref], reviewers: [approver.ref] });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const team = await world.team(members);
    const party = { type: 'team', id: team.id };
    const { id } = await members.at(-1)!.client.must<{ id: string }>('PUT', `/dataContracts/${contract.id}/consumers`, {
      ...{ party, purpose: 'Reports' },
    });
    return { contract, team, declaration: `/dataContracts/${contract.id}/consumers/${id}` };
  }
  async function proposed({ id }: Contract, by: Person = author): Promise<string> {
    const { status, body } = await by.client.patch<Shown>(`/dataContracts/${id}`, DROP);
    expect(status).toBe(202);
    return `/dataContracts/${id}/proposals/${body.id}`;
  }
  const approve = (path: string, by = approver) =>
    by.client.must<Shown>('POST', `${path}/review`, { decision: 'approve', round: 1 });
  const decide = ({ client }: Person, path: string, decision = 'approve') =>
    client.put<Shown & { message: string }>(`${path}/decision`, { decision, round: 1, comment: 'Because.' });
  const refused = (words: string) => ({ status: 403, body: { message: expect.stringContaining(words) as unknown } });
  const stands = async (path: string) => {
    const { state, parties } = await world.admin.must<Shown>('GET', path);
    return [state, ...parties.map(({ decision }) => decision)];
  };
  const waits = async ({ client }: Person, { id }: Contract) =>
    (await client.must<{ data: Shown[] }>('GET', `/dataContracts/proposals?mine=party&contract=${id}`)).data.length;

  it('is not given by the author of the change, as a member of the team neither', async () => {
    const { contract } = await consumedBy([author, carol]);
    const path = await proposed(contract);
    expect(await decide(author, path)).toMatchObject(refused('who wrote a change does not decide'));
    await approve(path);
    for (const decision of ['approve', 'object'])
      expect(await decide(author, path, decision)).toMatchObject(refused('who wrote a change does not decide'));
    expect(await stands(path)).toEqual(['AwaitingConsent', 'pending']);
    expect([await waits(author, contract), await waits(carol, contract)]).toEqual([0, 1]);
    expect(await decide(carol, path)).toMatchObject({ status: 200, body: { state: 'Applied' } });
  });

  it('is not given by its approver, for itself nor as a member of the team', async () => {
    const { contract, declaration } = await consumedBy([approver, carol]);
    const own = { party: approver.ref, purpose: 'Own reports' };
    const { id } = await approver.client.must<{ id: string }>('PUT', `/dataContracts/${contract.id}/consumers`, own);
    const path = await proposed(contract);
    await approve(path);
    expect(await decide(approver, path)).toMatchObject(refused('who approved a change does not decide'));
    for (const at of [declaration, `/dataContracts/${contract.id}/consumers/${id}`])
      expect(await approver.client.delete(at)).toMatchObject(refused('who approved a change neither changes nor'));
    expect(await stands(path)).toEqual(['AwaitingConsent', 'pending', 'pending']);
    expect(await waits(approver, contract)).toBe(0);
  });

  it('is awaited whatever the author does to the declaration of a team of its own', async () => {
    const { contract, team, declaration } = await consumedBy([author, carol]);
    const path = await proposed(contract);
    const narrow = { party: { type: 'team', id: team.id }, purpose: 'Reports', columns: ['id'] };
    const attempts = [
      () => author.client.delete(declaration),
      () => author.client.put(`/dataContracts/${contract.id}/consumers`, narrow),
      () => author.client.put(`/dataContracts/${contract.id}/consumers`, { ...narrow, until: Date.now() + 5_000 }),
    ];
    for (const attempt of attempts) expect(await attempt()).toMatchObject(refused('who wrote a change neither'));
    await approve(path);
    for (const attempt of attempts) expect(await attempt()).toMatchObject(refused('who wrote a change neither'));
    const left = [{ op: 'replace', path: '/users', value: [{ type: 'user', id: carol.id }] }];
    await world.admin.must('PATCH', `/teams/${team.id}`, left);
    expect((await decide(author, path)).status).toBe(403);
    expect(await stands(path)).toEqual(['AwaitingConsent', 'pending']);
    expect((await carol.client.delete(declaration)).status).toBe(200);
    expect(await stands(path)).toEqual(['Applied', 'pending']);
  });

  it('is awaited where the author may delete the team, or declared it', async () => {
    const contract = await world.contract({ owners: [author.ref], reviewers: [approver.ref] });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const team = await world.team([carol]);
    const owns = [{ op: 'add', path: '/owners', value: [{ type: 'user', id: author.id }] }];
    await world.admin.must('PATCH', `/teams/${team.id}`, owns);
    const party = { type: 'team', id: team.id };
    const { id } = await author.client.must<{ id: string }>('PUT', `/dataContracts/${contract.id}/consumers`, {
      ...{ party, purpose: 'Reports' },
    });
    const path = await proposed(contract);
    await approve(path);
    const declared = `/dataContracts/${contract.id}/consumers/${id}`;
    expect(await author.client.delete(declared)).toMatchObject(refused('who wrote a change neither'));
    for (const how of ['', '?hardDelete=true'])
      expect((await author.client.delete(`/teams/${team.id}${how}`)).status).toBe(403);
    expect(await stands(path)).toEqual(['AwaitingConsent', 'pending']);
    expect(await decide(carol, path, 'object')).toMatchObject({ status: 200 });
    expect(await author.client.delete(declared)).toMatchObject(refused('who wrote a change neither'));
    await author.client.must('POST', `${path}/withdraw`, {});
    expect((await author.client.delete(declared)).status).toBe(200);
  });

  it('is awaited where an administrator wrote the change and deletes the team', async () => {
    const { contract, team, declaration } = await consumedBy([carol]);
    const { status, body } = await world.admin.patch<Shown>(`/dataContracts/${contract.id}`, DROP);
    expect(status).toBe(202);
    const path = `/dataContracts/${contract.id}/proposals/${body.id}`;
    await approve(path);
    for (const at of [declaration, `/teams/${team.id}`, `/teams/${team.id}?hardDelete=true`])
      expect(await world.admin.delete(at)).toMatchObject(refused('who wrote a change'));
    expect(await stands(path)).toEqual(['AwaitingConsent', 'pending']);
    await world.admin.must('POST', `${path}/override`, { reason: 'Law.' });
    expect(await stands(path)).toEqual(['Applied', 'pending']);
  });
});
