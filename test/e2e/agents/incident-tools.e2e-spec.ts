import { IncidentWorld } from '../governance/incident-world';
import { AgentClient } from './agent-client';

describe('tools for incidents of contracts', () => {
  let world: IncidentWorld;
  let agent: AgentClient;

  beforeAll(async () => {
    world = await IncidentWorld.shared();
    agent = await AgentClient.of(world.admin);
  });
  afterAll(() => agent?.close());

  it('follow a failure upstream, and acknowledge it', async () => {
    const [source, middle, last] = [await world.watched(), await world.watched(), await world.watched()];
    await world.feeds(source, middle);
    await world.feeds(middle, last);
    const root = await world.broken(source);
    const between = await world.broken(middle, 1);
    const incident = await world.broken(last, 2);
    const explained = await agent.call('explain_cause', { contract: last.fullyQualifiedName });
    expect(explained).toMatchObject({ contract: last.fullyQualifiedName, affected: 0 });
    const chain = explained.chain as { incident: string; contract: string; failingSince: string }[];
    expect(chain.map((link) => link.incident)).toEqual([incident.id, between.id, root.id]);
    expect(chain[2]).toMatchObject({ contract: source.fullyQualifiedName, failingSince: '2025-01-01T00:00:00.000Z' });
    expect(await agent.call('explain_cause', { incident: root.id })).toMatchObject({
      affected: 2,
      chain: [{ incident: root.id }],
    });
    const acknowledged = await agent.call('acknowledge_incident', { incident: incident.id, comment: 'Looking' });
    expect(acknowledged).toMatchObject({ status: 'Ack', contract: last.fullyQualifiedName });
    const { data } = await world.admin.must<{ data: object[] }>(
      'GET',
      `/dataContracts/incidents/${incident.id}/history`,
    );
    expect(data.at(-1)).toMatchObject({ action: 'acknowledge', comment: 'Looking' });
  });

  it('say where there is no incident', async () => {
    const contract = await world.people.contract();
    await expect(agent.call('explain_cause', { contract: contract.id })).rejects.toThrow(/no open incident/);
  });
});
