import { eventually } from '../../support/eventually';
import { unique, type Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly endedBy?: string;
}

const DROP = [{ op: 'remove', path: '/schema/1' }];
const REVIEW = { name: 'r', effect: 'allow', resources: ['dataContract'], operations: ['ReviewContract'] };
const HIDE = {
  ...{ name: 'h', effect: 'deny', resources: ['dataContract'], operations: ['ViewAll', 'ViewBasic'] },
  condition: '!isOwner()',
};

describe('the people of a proposal', () => {
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

  async function role(rules: readonly object[]): Promise<{ id: string; name: string }> {
    const [policy, name] = [unique('policy'), unique('role')];
    await world.admin.must('POST', '/policies', { name: policy, rules });
    return world.admin.must('POST', '/roles', { name, policies: [policy] });
  }
  const give = async ({ id }: Pick<Person, 'id'>, { id: held }: { id: string }) =>
    world.admin.must('PATCH', `/users/${id}`, [{ op: 'add', path: '/roles', value: [{ type: 'role', id: held }] }]);

  /** With the policy, an owner and a reviewer; the consumers rely on all of it. */
  async function governed(consumers: readonly Person[] = [], change: object = {}): Promise<Contract> {
    const contract = await world.contract({ owners: [author.ref], reviewers: [reviewer.ref] });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented', ...change } });
    for (const { client, ref } of consumers)
      await client.must('PUT', `/dataContracts/${contract.id}/consumers`, { party: ref, purpose: 'Reports' });
    return contract;
  }
  async function proposed({ id }: Contract, patch: readonly object[] = DROP): Promise<string> {
    const { status, body } = await author.client.patch<Shown>(`/dataContracts/${id}`, patch);
    expect(status).toBe(202);
    return `/dataContracts/${id}/proposals/${body.id}`;
  }
  const approve = (path: string) => reviewer.client.must('POST', `${path}/review`, { decision: 'approve', round: 1 });
  const decide = ({ client }: Person, path: string) =>
    client.must<Shown>('PUT', `${path}/decision`, { decision: 'approve', round: 1 });
  const told = async ({ client }: Person, { id }: Contract) =>
    (
      await client.must<{ data: { type: string; role: string }[] }>('GET', `/dataContracts/notices?contract=${id}`)
    ).data.map((one) => `${one.type} ${one.role}`);

  describe('who approve by a rule alone', () => {
    it('are notified of it and of reviews, by a role of theirs or of their team', async () => {
      const [ruled, member] = [await world.person(), await world.person()];
      const reviews = await role([REVIEW]);
      await give(ruled, reviews);
      await world.admin.must('POST', '/teams', {
        ...{ name: unique('team'), teamType: 'Group', users: [member.id], defaultRoles: [reviews.id] },
      });
      const contract = await governed();
      const path = await proposed(contract);
      for (const one of [ruled, member, reviewer])
        expect(await told(one, contract)).toEqual(['changeProposed approver']);
      await approve(path);
      for (const one of [ruled, member])
        expect(await told(one, contract)).toEqual(['changeEnded approver', 'changeProposed approver']);
      const waiting = await world.contract({ entityStatus: 'Draft', owners: [author.ref] });
      const scope = { type: 'dataContract', id: waiting.id };
      await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'reviewed' } });
      await author.client.must('PATCH', `/dataContracts/${waiting.id}`, [
        { op: 'replace', path: '/entityStatus', value: 'Active' },
      ]);
      expect(await told(ruled, waiting)).toEqual(['contractInReview approver']);
    });

    it('are not where they may not view it, where a rule denies it, and as bots', async () => {
      const [blind, denied, bot] = [await world.person(), await world.person(), await world.person()];
      await give(blind, await role([REVIEW, HIDE]));
      await give(denied, await role([REVIEW, { ...REVIEW, name: 'd', effect: 'deny' }]));
      await give(bot, await role([REVIEW]));
      await world.admin.must('PATCH', `/users/${bot.id}`, [{ op: 'add', path: '/isBot', value: true }]);
      const contract = await governed();
      await proposed(contract);
      // It may view it afterwards: what was not for it is not there.
      await world.admin.must('PATCH', `/users/${blind.id}`, [{ op: 'remove', path: '/roles' }]);
      for (const one of [blind, denied, bot]) expect(await told(one, contract)).toEqual([]);
    });
  });

  describe('who may not view the contract any more', () => {
    it('have approved, once another party decides', async () => {
      const leaving = await world.person();
      const contract = await governed([leaving, consumer]);
      const path = await proposed(contract);
      await approve(path);
      await give(leaving, await role([HIDE]));
      expect(await decide(consumer, path)).toMatchObject({ state: 'Applied', endedBy: 'consent' });
    });

    it('have approved as a team whose members may not, and only then', async () => {
      const [first, second] = [await world.person(), await world.person()];
      const team = await world.team([first, second]);
      const contract = await governed([consumer]);
      await first.client.must('PUT', `/dataContracts/${contract.id}/consumers`, {
        ...{ party: { type: 'team', id: team.id }, purpose: 'Reports' },
      });
      const path = await proposed(contract);
      await approve(path);
      await give(first, await role([HIDE]));
      expect(await decide(consumer, path)).toMatchObject({ state: 'AwaitingConsent' });
      await give(second, await role([HIDE]));
      expect((await author.client.post(`${path}/withdraw`, {})).status).toBe(409);
      expect(await world.admin.must('GET', path)).toMatchObject({ state: 'Applied', endedBy: 'consent' });
    });

    it('have approved where the author changes the proposal', async () => {
      const leaving = await world.person();
      const contract = await governed([leaving]);
      const path = await proposed(contract);
      await approve(path);
      await give(leaving, await role([HIDE]));
      const patch = [{ op: 'replace', path: '/schema/0/dataType', value: 'INT' }];
      const next = await author.client.patch<Shown>(`/dataContracts/${contract.id}`, patch);
      expect(next.status).toBe(202);
      expect(path).not.toContain(next.body.id);
      expect(await world.admin.must('GET', path)).toMatchObject({ state: 'Applied', endedBy: 'consent' });
    });

    it('have approved at the deadline', async () => {
      const leaving = await world.person();
      const contract = await governed([leaving], { consentPeriod: 'PT1S', atDeadline: 'reject' });
      const path = await proposed(contract);
      await approve(path);
      await give(leaving, await role([HIDE]));
      const ended = await eventually(
        () => world.admin.must<Shown>('GET', path),
        ({ state }) => state !== 'AwaitingConsent',
      );
      expect(ended).toMatchObject({ state: 'Applied', endedBy: 'deadline' });
    });
  });

  it('see who has overridden them in the version that was made, and why', async () => {
    const contract = await governed([consumer, other]);
    const path = await proposed(contract);
    await approve(path);
    await world.admin.must('POST', `${path}/override`, { reason: 'Law.' });
    const at = `/dataContracts/${contract.id}?fields=*`;
    const { changeDescription } = await world.admin.must<{ changeDescription: object }>('GET', at);
    const origin = { proposal: path.split('/').at(-1), overriddenBy: 'admin', reason: 'Law.' };
    expect(changeDescription).toMatchObject({ previousVersion: contract.version, origin });
    for (const one of [consumer, other])
      expect(await told(one, contract)).toEqual(['changeEnded consumer', 'changeAwaitsConsent consumer']);
    const compatible = await world.admin.get<{ changeDescription: object }>(at, { 'x-compatibility': 'openmetadata' });
    expect(compatible.body.changeDescription).not.toHaveProperty('origin');
  });

  it('see it of a deletion too', async () => {
    const contract = await governed([consumer]);
    const { body } = await author.client.delete<Shown>(`/dataContracts/${contract.id}`);
    const path = `/dataContracts/${contract.id}/proposals/${body.id}`;
    await world.admin.must('POST', `${path}/override`, { reason: 'Law.' });
    const deleted = await world.admin.must<{ changeDescription: object }>(
      'GET',
      `/dataContracts/${contract.id}?include=deleted&fields=*`,
    );
    expect(deleted.changeDescription).toMatchObject({
      fieldsUpdated: [{ name: 'deleted', newValue: true }],
      origin: { proposal: body.id, overriddenBy: 'admin', reason: 'Law.' },
    });
  });
});
