import type { Contract } from '../contracts/contract-world';
import { IncidentWorld } from './incident-world';
import type { Person } from './people';

const DROP = [{ op: 'remove', path: '/schema/1' }];
const SOON_MS = 3_600_000;

/** With every right that a person would need. */
describe('a bot', () => {
  let world: IncidentWorld;
  let bot: Person;
  let author: Person;

  beforeAll(async () => {
    world = await IncidentWorld.shared();
    [bot, author] = [await world.people.person('Admin'), await world.people.person()];
    await world.admin.must('PATCH', `/users/${bot.id}`, [{ op: 'add', path: '/isBot', value: true }]);
  });

  const proposed = async (): Promise<[Contract, string]> => {
    const contract = await world.people.contract({ owners: [author.ref], reviewers: [bot.ref] });
    await bot.client.must('PUT', `/dataContracts/${contract.id}/consumers`, { party: bot.ref, purpose: 'Loads' });
    const path = `/dataContracts/${contract.id}/proposals`;
    const { id } = await author.client.must<{ id: string }>('POST', path, { patch: DROP });
    return [contract, `${path}/${id}`];
  };

  it('neither reviews nor overrides a proposal', async () => {
    const [, path] = await proposed();
    const review = { decision: 'approve', round: 1 };
    expect((await bot.client.post(`${path}/review`, review)).status).toBe(403);
    expect((await bot.client.post(`${path}/override`, { reason: 'Because.' })).status).toBe(403);
    expect(await world.admin.must('GET', path)).toMatchObject({ state: 'InReview', approvals: [] });
  });

  it('acknowledges and comments on an incident, and does no more to it', async () => {
    const contract = await world.watched({}, { owners: [bot.ref] });
    const incident = await world.broken(contract);
    const until = Date.now() + SOON_MS;
    const refused = [
      { action: 'assign', assignee: author.ref },
      { action: 'snooze', until },
      { action: 'mute', until, reason: 'Known.' },
      { action: 'unmute' },
      { action: 'resolve', resolution: 'Fixed', comment: 'Ran again.' },
    ];
    for (const action of refused)
      expect([action.action, (await world.act(incident, action, bot)).status]).toEqual([action.action, 403]);
    for (const action of [{ action: 'acknowledge' }, { action: 'comment', comment: 'Seen.' }])
      expect((await world.act(incident, action, bot)).status).toBe(200);
  });
});
