import { ContractWorld, unique, type Contract } from '../contracts/contract-world';
import { AgentClient } from './agent-client';

describe('the tool that checks changes of contracts', () => {
  let world: ContractWorld;
  let agent: AgentClient;

  beforeAll(async () => {
    world = await ContractWorld.shared();
    agent = await AgentClient.of(world.client);
  });
  afterAll(() => agent?.close());

  it('checks a patch of the whole contract, however much of it get_contract leaves out', async () => {
    const table = await world.table();
    const terms = 'Ask before you share it. '.repeat(200);
    const semantics = Array.from({ length: 60 }, (_, n) => ({ name: `rule ${n}`, rule: '{"!!": {"var": "name"}}' }));
    const { id } = await world.client.must<Contract>('POST', '/dataContracts', {
      ...{ name: unique('long'), entity: { id: table.id, type: 'table' }, termsOfUse: terms, semantics },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    });
    const shown = await agent.call('get_contract', { contract: id });
    expect(shown).toMatchObject({ omitted: { semantics: 10 }, termsOfUse: expect.stringMatching(/…$/) as string });
    const patch = [{ op: 'replace', path: '/semantics/59/name', value: 'the last' }];
    const answer = await agent.call('check_change', { contract: id, patch });
    const paths = (answer.changes as { path: string }[]).map(({ path }) => path);
    expect(paths.length).toBeGreaterThan(0);
    expect(paths.filter((path) => !/^semantics\.(rule 59|the last)/.test(path))).toEqual([]);
    const refused = await agent.refusal('check_change', { contract: id, patch, document: shown });
    expect(refused).toMatch(/exactly one of document and patch/);
    expect(await agent.refusal('check_change', { contract: id, patch: [{ op: 'cut' }] })).toMatch(/^BAD_REQUEST: /);
  });
});
