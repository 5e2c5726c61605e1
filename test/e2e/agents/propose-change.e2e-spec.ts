import { GovernanceWorld, type Person } from '../governance/people';
import { AgentClient } from './agent-client';

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly reason: string;
  readonly author: { readonly id: string };
}

const DROP = [{ op: 'remove', path: '/schema/1' }];
const REASON = 'Nobody reads it.';

describe('the tool that proposes changes of contracts', () => {
  let world: GovernanceWorld;
  let author: Person;
  let agent: AgentClient;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    author = await world.person();
    agent = await AgentClient.of(author.client);
  });
  afterAll(() => agent?.close());

  const owned = (more: object = {}) => world.contract({ owners: [author.ref], ...more });

  it('never changes the contract, also where no policy asks for a proposal', async () => {
    const contract = await owned();
    const answer = await agent.call('propose_change', {
      ...{ contract: contract.fullyQualifiedName, patch: DROP, reason: REASON },
    });
    const proposal = String(answer.proposal);
    expect(answer).toMatchObject({
      ...{ contract: contract.fullyQualifiedName, state: 'InReview', round: 1, breaking: true },
      changes: [{ path: 'schema.email', compatibility: 'breaking' }],
      links: { api: expect.stringContaining(`/dataContracts/${contract.id}/proposals/${proposal}`) as string },
    });
    const path = `/dataContracts/${contract.id}`;
    expect(await world.admin.must<{ schema: object[] }>('GET', path)).toMatchObject({ schema: [{}, {}] });
    const { data } = await world.admin.must<{ data: Shown[] }>('GET', `${path}/proposals`);
    expect(data).toMatchObject([{ id: proposal, state: 'InReview', reason: REASON, author: { id: author.id } }]);
  });

  it('takes a document, and replaces an open proposal of the caller', async () => {
    const contract = await owned();
    const path = `/dataContracts/${contract.id}`;
    const { schema, ...document } = await world.admin.must<{ schema: object[] }>('GET', path);
    await agent.call('propose_change', { contract: contract.id, patch: DROP, reason: REASON });
    const input = { contract: contract.id, document: { ...document, schema: schema.slice(1) }, reason: REASON };
    expect(await agent.call('propose_change', input)).toMatchObject({ round: 2, changes: [{ path: 'schema.id' }] });
  });

  it('has the rights of the caller and no more', async () => {
    const contract = await world.contract();
    const refused = await agent.refusal('propose_change', { contract: contract.id, patch: DROP, reason: REASON });
    expect(refused).toContain('FORBIDDEN');
  });

  it('says what is wrong with its arguments', async () => {
    const contract = await owned();
    const { id } = contract;
    expect(await agent.refusal('propose_change', { contract: id, reason: REASON })).toContain(
      'send exactly one of document and patch',
    );
    expect(await agent.refusal('propose_change', { contract: id, patch: DROP })).toContain('reason');
    expect(await agent.refusal('propose_change', { contract: id, patch: 7, reason: REASON })).toContain(
      'must be an object with op and path',
    );
    const none = await agent.refusal('propose_change', { contract: id, patch: [], reason: REASON });
    expect(none).toContain('would change nothing');
  });

  it('answers within 12,000 characters, and says what it leaves out', async () => {
    const rule = JSON.stringify({ '!!': { var: 'owners' } });
    const rules = Array.from({ length: 60 }, (_, at) => ({ name: `rule ${at}`, description: 'd'.repeat(400), rule }));
    const contract = await owned();
    const patch = [{ op: 'add', path: '/semantics', value: rules }];
    const answer = await agent.call('propose_change', { contract: contract.id, patch, reason: REASON });
    expect(JSON.stringify(answer).length).toBeLessThanOrEqual(12_000);
    const { changes, omitted } = answer as { changes: object[]; omitted: { changes: number } };
    expect(changes.length).toBeGreaterThan(0);
    expect(changes.length + omitted.changes).toBeGreaterThanOrEqual(60);
  });
});
