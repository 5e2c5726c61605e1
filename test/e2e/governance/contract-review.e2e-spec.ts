import { type Contract, unique } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Reviewed extends Contract {
  readonly entityStatus: string;
  readonly version: number;
  readonly lifecycle: {
    readonly review?: { readonly authors: { readonly name: string }[]; readonly reviewedBy?: string };
  };
}

describe('contracts that do not bind', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let reviewer: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, reviewer] = [await world.person(), await world.person()];
  });

  const set = (value: string) => [{ op: 'replace', path: '/entityStatus', value }];
  const at = ({ id }: { readonly id: string }) => `/dataContracts/${id}`;
  const read = ({ id }: { readonly id: string }) => world.admin.must<Reviewed>('GET', `${at({ id })}?fields=lifecycle`);
  const govern = (contract: { readonly id: string }, mode: string) =>
    world.admin.must('PUT', '/dataContracts/policies', {
      ...{ scope: { type: 'dataContract', id: contract.id }, change: { mode } },
    });
  const review = async (contract: Contract, by: Person, decision: string, more: object = {}) =>
    by.client.post(`${at(contract)}/review`, { decision, version: (await read(contract)).version, ...more });

  /** A draft of the administrator, with an owner and a reviewer. */
  async function draft(mode = 'reviewed'): Promise<Contract> {
    const people = { owners: [owner.ref], reviewers: [reviewer.ref] };
    const contract = await world.contract({ entityStatus: 'Draft', ...people });
    await govern(contract, mode);
    return contract;
  }

  it('wait for a reviewer, who is told of in the lifecycle and the audit', async () => {
    const contract = await draft();
    const submitted = await owner.client.patch<Reviewed>(at(contract), set('Approved'));
    expect(submitted).toMatchObject({ status: 200, body: { entityStatus: 'In Review' } });
    expect(submitted.headers.get('x-change-policy')).toBe('reviewed');
    const { review: waiting } = (await read(contract)).lifecycle;
    expect(waiting).toMatchObject({ submittedBy: owner.name });
    expect(waiting?.authors.map(({ name }) => name)).toEqual(['admin', owner.name]);
    expect((await review(contract, owner, 'approve')).status).toBe(403);
    expect((await review(contract, { ...owner, client: world.admin }, 'approve')).status).toBe(403);
    expect(await review(contract, reviewer, 'approve')).toMatchObject({
      status: 200,
      body: { entityStatus: 'Approved' },
    });
    expect((await read(contract)).lifecycle.review).toMatchObject({ reviewedBy: reviewer.name });
    expect((await review(contract, reviewer, 'approve')).status).toBe(409);
    const { data } = await world.admin.must<{ data: { operation: string }[] }>('GET', `/audit?entity=${contract.id}`);
    expect(data.map(({ operation }) => operation)).toContain('contractReviewed');
  });

  it('are rejected with a comment, edited and submitted anew', async () => {
    const contract = await draft('consented');
    expect((await review(contract, reviewer, 'approve')).status).toBe(409);
    await owner.client.must('PATCH', at(contract), set('In Review'));
    expect((await review(contract, reviewer, 'reject')).status).toBe(400);
    const rejected = await review(contract, reviewer, 'reject', { comment: 'Not yet.' });
    expect(rejected).toMatchObject({ status: 200, body: { entityStatus: 'Rejected' } });
    const dropped = [{ op: 'remove', path: '/schema/1' }, ...set('Active')];
    expect((await owner.client.must<Reviewed>('PATCH', at(contract), dropped)).entityStatus).toBe('In Review');
    expect(await review(contract, reviewer, 'approve')).toMatchObject({
      status: 200,
      body: { entityStatus: 'Active' },
    });
  });

  it('are decided on in the version that was looked at', async () => {
    const contract = await draft();
    const { version } = await owner.client.must<Reviewed>('PATCH', at(contract), set('Active'));
    await owner.client.must('PATCH', at(contract), [{ op: 'remove', path: '/schema/1' }]);
    const answer = await reviewer.client.post(`${at(contract)}/review`, { decision: 'approve', version });
    expect(answer.status).toBe(409);
    expect((await read(contract)).entityStatus).toBe('In Review');
  });

  it('come into force once of many approvals at one time', async () => {
    const contract = await draft();
    const { version } = await owner.client.must<Reviewed>('PATCH', at(contract), set('Active'));
    const decide = () => reviewer.client.post(`${at(contract)}/review`, { decision: 'approve', version });
    const statuses = (await Promise.all(Array.from({ length: 10 }, decide))).map(({ status }) => status);
    expect(statuses.filter((status) => status === 200)).toHaveLength(1);
    expect(statuses.filter((status) => status === 409)).toHaveLength(9);
  });

  it('are brought into force by the status alone of a reviewer who may edit, and rejected so', async () => {
    const both = await world.person();
    const people = { owners: [owner.ref, both.ref], reviewers: [both.ref] };
    const contract = await world.contract({ entityStatus: 'Draft', ...people });
    await govern(contract, 'reviewed');
    expect((await both.client.patch(at(contract), set('Rejected'))).status).toBe(409);
    await owner.client.must('PATCH', at(contract), set('In Review'));
    expect((await owner.client.patch(at(contract), set('Rejected'))).status).toBe(403);
    expect(await both.client.must('PATCH', at(contract), set('Rejected'))).toMatchObject({ entityStatus: 'Rejected' });
    await owner.client.must('PATCH', at(contract), set('Active'));
    expect(await both.client.must('PATCH', at(contract), set('Active'))).toMatchObject({ entityStatus: 'Active' });
  });

  it('leave the same behind, whichever request decided', async () => {
    const both = await world.person();
    const left = async (decide: (contract: Contract) => Promise<unknown>) => {
      const people = { owners: [owner.ref, both.ref], reviewers: [both.ref] };
      const contract = await world.contract({ entityStatus: 'Draft', ...people });
      await govern(contract, 'reviewed');
      await owner.client.must('PATCH', at(contract), set('Active'));
      await decide(contract);
      const { review: stored } = (await read(contract)).lifecycle;
      const audit = await world.admin.must<{ data: { operation: string }[] }>('GET', `/audit?entity=${contract.id}`);
      const notices = await owner.client.must<{ data: object[] }>(
        'GET',
        `/dataContracts/notices?contract=${contract.id}&type=contractReviewed`,
      );
      const named = (one: object, ...names: string[]) => names.map((name) => (one as Record<string, unknown>)[name]);
      const reviewed = audit.data.filter(({ operation }) => operation === 'contractReviewed');
      return {
        stored: { ...stored, submittedAt: 0, reviewedAt: 0 },
        audit: reviewed.map((one) => named(one, 'actor', 'before', 'after')),
        notices: notices.data.map((one) => named(one, 'type', 'role', 'decision', 'comment')),
      };
    };
    const byReview = await left((contract) => review(contract, both, 'approve'));
    const byStatus = await left((contract) => both.client.must('PATCH', at(contract), set('Active')));
    expect(byStatus).toEqual(byReview);
    expect(byReview.audit).toHaveLength(1);
    expect(byReview.notices).toEqual([['contractReviewed', 'author', 'approve', undefined]]);
  });

  it('wait in whatever form they are made; without a policy none does', async () => {
    const domain = await world.admin.must<{ id: string; fullyQualifiedName: string }>('POST', '/domains', {
      ...{ name: unique('d'), domainType: 'Aggregate', description: 'd' },
    });
    const change = { mode: 'consented' };
    await world.admin.must('PUT', '/dataContracts/policies', { scope: { type: 'domain', id: domain.id }, change });
    const free = await world.contract();
    expect((await read(free)).entityStatus).toBe('Active');
    const { id } = (free as unknown as { entity: { id: string } }).entity;
    await world.admin.must('DELETE', `${at(free)}?hardDelete=true`);
    await world.admin.must('PATCH', `/tables/${id}`, [
      { op: 'add', path: '/domains', value: [{ id: domain.id, type: 'domain' }] },
    ]);
    const body = { name: unique('c'), entity: { id, type: 'table' }, entityStatus: 'Active' };
    const { results } = await world.admin.must<{ results: { status: number; entity: Reviewed }[] }>(
      'PUT',
      '/dataContracts/bulk',
      {
        entities: [body],
      },
    );
    expect(results[0]).toMatchObject({ status: 201, entity: { entityStatus: 'In Review' } });
  });
});
