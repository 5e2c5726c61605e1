import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Notice {
  readonly type: string;
  readonly role: string;
  readonly text: string;
  readonly proposal?: string;
  readonly decision?: string;
  readonly comment?: string;
}

const DROP = [{ op: 'remove', path: '/schema/1' }];

describe('notices of changes', () => {
  let world: GovernanceWorld;
  let author: Person;
  let reviewer: Person;
  let consumer: Person;
  let other: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    author = await world.person();
    reviewer = await world.person();
    consumer = await world.person();
    other = await world.person();
  });

  /** With the policy; `consumer` relies on all of it, `other` on a column that stays. */
  async function governed(entityStatus: string): Promise<Contract> {
    const contract = await world.contract({ entityStatus, owners: [author.ref], reviewers: [reviewer.ref] });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const declared = (who: Person, more: object = {}) =>
      who.client.must('PUT', `/dataContracts/${contract.id}/consumers`, {
        party: who.ref,
        purpose: 'Reports',
        ...more,
      });
    await declared(consumer);
    await declared(other, { columns: ['id'] });
    return contract;
  }
  /** What the person is told of the contract, the oldest first; verdicts and dates aside. */
  async function told({ client }: Person, { id }: Contract): Promise<Notice[]> {
    const { data } = await client.must<{ data: Notice[] }>('GET', `/dataContracts/notices?contract=${id}&limit=100`);
    return data.toReversed();
  }
  const types = async (who: Person, contract: Contract) =>
    (await told(who, contract)).map(({ type, role }) => `${type} ${role}`).sort();
  async function proposed(contract: Contract): Promise<string> {
    const { status, body } = await author.client.patch<{ id: string }>(`/dataContracts/${contract.id}`, DROP);
    expect(status).toBe(202);
    return `/dataContracts/${contract.id}/proposals/${body.id}`;
  }
  const approve = (path: string) => reviewer.client.must('POST', `${path}/review`, { decision: 'approve', round: 1 });
  const decide = (path: string, decision: string, comment?: string) =>
    consumer.client.must('PUT', `${path}/decision`, { decision, round: 1, ...(comment && { comment }) });

  it('tell approvers of a review, and authors of its decision with the comment', async () => {
    const contract = await governed('Draft');
    const at = `/dataContracts/${contract.id}`;
    await author.client.must('PATCH', at, [{ op: 'replace', path: '/entityStatus', value: 'Active' }]);
    expect(await types(reviewer, contract)).toEqual(['contractInReview approver']);
    const { version } = await world.admin.must<{ version: number }>('GET', at);
    await reviewer.client.must('POST', `${at}/review`, { decision: 'reject', version, comment: 'No dates.' });
    const notices = await told(author, contract);
    expect(notices).toMatchObject([
      { type: 'contractReviewed', role: 'author', decision: 'reject', comment: 'No dates.' },
    ]);
    expect(notices[0]?.text).toContain('No dates.');
    expect(await types(reviewer, contract)).toEqual(['contractInReview approver']);
  });

  it('tell each of a proposal what concerns them, once, and nobody what they did', async () => {
    const contract = await governed('Active');
    const path = await proposed(contract);
    await proposed(contract);
    expect(await types(reviewer, contract)).toEqual(['changeProposed approver']);
    await approve(path);
    expect([await types(consumer, contract), await types(other, contract)]).toEqual([
      ['changeAwaitsConsent consumer'],
      [],
    ]);
    await decide(path, 'object', 'Not before May.');
    await decide(path, 'approve');
    expect(await types(author, contract)).toEqual([
      ...Array<string>(3).fill('changeDecided author'),
      'changeEnded author',
    ]);
    const decided = (await told(author, contract)).filter(({ type }) => type === 'changeDecided');
    expect(decided.map(({ decision }) => decision)).toEqual(['approve', 'object', 'approve']);
    expect(decided[1]).toMatchObject({ comment: 'Not before May.', proposal: path.split('/').at(-1) });
    expect(await types(reviewer, contract)).toEqual(['changeEnded approver', 'changeProposed approver']);
    expect(await types(consumer, contract)).toEqual(['changeAwaitsConsent consumer']);
    expect(await types(other, contract)).toEqual(['changeEnded consumer']);
  });

  it('tell who objected that they are overridden, and why', async () => {
    const contract = await governed('Active');
    const path = await proposed(contract);
    await approve(path);
    await decide(path, 'object', 'No.');
    await world.admin.must('POST', `${path}/override`, { reason: 'Law.' });
    const ended = (await told(consumer, contract)).find(({ type }) => type === 'changeEnded');
    expect(ended?.text).toMatch(/overridden.*Law\./u);
  });

  it('tell of an end with the contract once that is back', async () => {
    const contract = await governed('Active');
    await proposed(contract);
    const { entity } = await world.admin.must<{ entity: { id: string } }>('GET', `/dataContracts/${contract.id}`);
    await world.admin.must('DELETE', `/tables/${entity.id}`);
    await world.admin.must('PUT', '/tables/restore', { id: entity.id });
    expect(await types(author, contract)).toEqual(['changeEnded author']);
  });

  it('stand in the way of no deletion for good', async () => {
    const contract = await governed('Active');
    const { status, body } = await author.client.delete<{ id: string }>(
      `/dataContracts/${contract.id}?hardDelete=true`,
    );
    expect(status).toBe(202);
    const path = `/dataContracts/${contract.id}/proposals/${body.id}`;
    await world.admin.must('POST', `${path}/override`, { reason: 'Law.' });
    expect((await world.admin.get(`/dataContracts/${contract.id}`)).status).toBe(404);
  });
});
