import { AgentClient } from '../agents/agent-client';
import type { Asset, Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

const DAY = 86_400_000;
const PATH = '/dataContracts/suggest';

interface Suggested {
  readonly entity: { readonly id: string };
  readonly document: Record<string, unknown>;
  readonly tests: readonly Record<string, unknown>[];
  readonly lines: readonly { readonly path: string; readonly confidence: number }[];
  readonly contract?: { readonly id: string };
}

describe('a suggested contract', () => {
  let world: GovernanceWorld;
  let reader: Person;
  let table: Asset;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    reader = await world.person();
    table = await world.contracts.table({ description: 'Orders' });
    for (let day = 12; day > 0; day--) {
      const timestamp = Date.now() - day * DAY;
      const column = { timestamp, valuesCount: 500, nullCount: 0 };
      await world.admin.must('PUT', `/tables/${table.id}/tableProfile`, {
        tableProfile: { timestamp, rowCount: 500 },
        columnProfile: [
          { name: 'email', ...column, uniqueCount: 500 },
          { name: 'note', ...column, nullCount: 1, min: 1, max: 9 },
        ],
      });
    }
  });

  const entity = () => ({ type: 'table', id: table.id });

  it('is what the catalog states and what profiles show, and is made as it is', async () => {
    const byName = { entity: { type: 'table', fullyQualifiedName: table.fullyQualifiedName }, days: 90 };
    const answer = await reader.client.must<Suggested>('POST', PATH, byName);
    expect(answer.lines.map(({ path, confidence }) => [path, confidence])).toEqual([
      ['schema.id', 1],
      ['schema.email', 1],
      ['schema.note', 1],
      ['schema.id.constraint', 1],
      ['schema.email.constraint', 0.9286],
      ['tests.columnValuesToBeUnique.email', 0.9286],
      ['tests.tableRowCountToBeBetween', 0.9286],
      ['semantics.hasDescription', 1],
      ['sla.refreshFrequency', 0.9231],
    ]);
    expect(await reader.client.must('POST', PATH, { entity: entity() })).toEqual(answer);
    expect((await world.admin.post('/dataContracts/validate', answer.document)).body).toMatchObject({ valid: true });
    const contract = await world.admin.must<Contract>('POST', '/dataContracts', answer.document);
    for (const test of answer.tests) await world.admin.must('POST', '/dataQuality/testCases', test);
    const after = await reader.client.must<Suggested>('POST', PATH, { entity: entity() });
    expect(after.contract?.id).toBe(contract.id);
    expect(after.lines.map(({ path }) => path)).toEqual(
      answer.lines.map(({ path }) => path).filter((path) => path.startsWith('tests.')),
    );
    const check = { document: after.document, mode: 'backward' };
    expect((await reader.client.post(`/dataContracts/${contract.id}/check`, check)).body).toMatchObject({
      compatible: true,
    });
  });

  it.each<[string, object, number, RegExp]>([
    ['no asset', {}, 400, /entity/],
    ['what can have no contract', { entity: { type: 'user', fullyQualifiedName: 'admin' } }, 400, /entity/],
    ['an unknown asset', { entity: { type: 'table', fullyQualifiedName: 'a.b.c.nothing' } }, 404, /not found/],
    ['too many days', { entity: { type: 'table', fullyQualifiedName: 'a' }, days: 367 }, 400, /366/],
    ['an instant in words', { entity: { type: 'table', fullyQualifiedName: 'a' }, at: 'now' }, 400, /at/],
  ])('is refused for %s', async (_, body, status, message) => {
    const answer = await world.admin.post<{ message: string }>(PATH, body);
    expect(answer.status).toBe(status);
    expect(JSON.stringify(answer.body)).toMatch(message);
  });

  it('is of every type that can have one', async () => {
    const service = await world.admin.must<Asset>('POST', '/services/dashboardServices', {
      ...{ name: `board_${table.id.slice(0, 8)}`, serviceType: 'Looker' },
    });
    const board = await world.admin.must<Asset>('POST', '/dashboards', {
      name: 'sales',
      service: service.fullyQualifiedName,
    });
    const answer = await reader.client.must<Suggested>('POST', PATH, { entity: { type: 'dashboard', id: board.id } });
    expect([answer.lines, answer.document]).toEqual([
      [],
      { name: 'sales_contract', entity: { id: board.id, type: 'dashboard' }, entityStatus: 'Draft' },
    ]);
  });

  it('of a hidden asset is not there', async () => {
    const blind = await world.personWho(['ViewAll'], { name: 'deny', effect: 'deny', resources: ['table'] });
    const body = { entity: entity() };
    const unknown = { entity: { type: 'table', id: '00000000-0000-4000-8000-000000000000' } };
    const [hidden, gone] = [await blind.client.post(PATH, body), await blind.client.post(PATH, unknown)];
    expect(hidden.status).toBe(gone.status);
    expect([403, 404]).toContain(hidden.status);
  });

  it('is what a tool of agents answers, within bounds', async () => {
    const agent = await AgentClient.of(world.admin);
    try {
      const answer = await agent.call('suggest_contract', { asset: table.fullyQualifiedName });
      expect(answer.asset).toMatchObject({ fullyQualifiedName: table.fullyQualifiedName });
      expect(JSON.stringify(answer.lines)).toContain('tests.columnValuesToBeUnique.email');
      expect(await agent.refusal('suggest_contract', { asset: 'a.b.c.nothing' })).toMatch(/Nothing is named/);
    } finally {
      await agent.close();
    }
  });
});
