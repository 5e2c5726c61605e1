import { ContractWorld } from '../contracts/contract-world';

interface Turned {
  readonly data: readonly { readonly contract: { readonly id: string }; readonly since: number }[];
  readonly paging: { readonly after?: string };
}

interface Report {
  readonly data: readonly {
    readonly group?: { readonly name: string };
    readonly contracts: number;
    readonly covered: number;
    readonly passRate?: number;
    readonly timeToRecover?: number;
  }[];
  readonly total: { readonly recovered: number };
}

describe('over all contracts', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  it('what broke, what recovered, how many there are and how they went', async () => {
    const { client } = world;
    const [broken, recovered] = [await world.contract(), await world.contract()];
    const from = Date.now() + 10_000;
    for (const { id } of [broken, recovered]) await world.push(id, from - 5_000);
    for (const { id } of [broken, recovered]) await world.push(id, from, { contractExecutionStatus: 'Failed' });
    await world.push(recovered.id, from + 1);

    const found = await client.get<Turned>(`/dataContracts/broken?since=${from}`);
    expect(found.body.data).toEqual([
      {
        contract: expect.objectContaining({ id: broken.id, type: 'dataContract' }),
        entity: expect.objectContaining({ id: broken.entity.id, type: 'table' }),
        ...{ status: 'Failed', previousStatus: 'Success', since: from },
      },
    ]);
    const back = await client.get<Turned>(`/dataContracts/recovered?since=${from}`);
    expect(back.body.data.map(({ contract, since }) => [contract.id, since])).toEqual([[recovered.id, from + 1]]);
    const longest = await client.get<Turned>('/dataContracts/broken?order=oldest&limit=1000');
    const times = longest.body.data.map(({ since }) => since);
    expect(times).toEqual([...times].sort((a, b) => a - b));

    const counts = await client.get<{ total: number; byStatus: { Failed: number } }>('/dataContracts/statusCounts');
    expect(counts.body.byStatus.Failed).toBeGreaterThan(0);
    expect(counts.body.total).toBeGreaterThan(1);

    const mine = await client.get<{ total: number }>('/dataContracts/statusCounts?mine=true');
    expect(mine.body.total).toBeLessThan(counts.body.total);
    expect((await client.get('/dataContracts/slaRisks?mine=true')).status).toBe(200);
    expect((await client.get('/dataContracts/statusCounts?mine=perhaps')).status).toBe(400);

    const history = await client.get(`/dataContracts/results/history?ids=${recovered.id},${broken.id}&startTs=${from}`);
    expect(history.body).toEqual({
      data: [
        {
          id: recovered.id,
          results: [
            [from, 'Failed'],
            [from + 1, 'Success'],
          ],
        },
        { id: broken.id, results: [[from, 'Failed']] },
      ],
    });
    const coverage = await client.get<{ data: { group?: { name: string }; contracts: number }[] }>(
      '/dataContracts/coverage?by=service&limit=1000',
    );
    const own = coverage.body.data.find(({ group }) => group?.name === world.schema.split('.')[0]);
    expect(own?.contracts).toBeGreaterThan(1);
    const trend = await client.get<{ data: { day: string; holding: number; failing: number }[] }>(
      `/dataContracts/trend?service=${world.schema.split('.')[0]}&days=2&timezone=Europe/Berlin`,
    );
    expect(trend.body.data).toHaveLength(2);
    expect(trend.body.data[1]!.failing).toBeGreaterThan(0);
    expect((await client.get('/dataContracts/slaRisks')).body).toHaveProperty('paging.total');
  });

  it('reports groups, the worst first, as JSON and as CSV with the same numbers', async () => {
    const { client } = world;
    const { id } = await world.contract();
    const now = Date.now();
    await world.push(id, now - 60_000, { contractExecutionStatus: 'Failed' });
    await world.push(id, now);
    const service = world.schema.split('.')[0];
    for (const groupBy of ['team', 'domain', 'tier', 'service']) {
      const path = `/dataContracts/report?groupBy=${groupBy}&days=90`;
      const { status, body } = await client.get<Report>(path);
      expect(status).toBe(200);
      expect(body.total.recovered).toBeGreaterThan(0);
      const rates = body.data.map(({ passRate = 101 }) => passRate);
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
      if (groupBy !== 'service') continue;
      const row = body.data.find(({ group }) => group?.name === service)!;
      expect(row.contracts).toBe(row.covered);
      expect(row.timeToRecover).toBeGreaterThan(0);
    }
    const answer = await client.get<string>('/dataContracts/report?groupBy=service&format=csv&days=7', {
      accept: 'text/csv',
    });
    expect(answer.headers.get('content-type')).toContain('text/csv');
    const lines = String(answer.body).trimEnd().split('\r\n');
    expect(lines[0]).toMatch(/^service,assets,covered,contracts,/);
    expect(lines.some((line) => line.startsWith(`${service},`))).toBe(true);
  });

  it.each([
    ['report', 'groupBy'],
    ['report?groupBy=colour', 'groupBy'],
    ['report?groupBy=team&days=91', 'days'],
    ['report?groupBy=team&limit=0', 'limit'],
    ['report?groupBy=team&format=xml', 'format'],
    ['coverage', 'by'],
    ['coverage?by=colour', 'by'],
    ['broken?order=up', 'order'],
    ['broken?limit=0', 'limit'],
    ['recovered?since=soon', 'since'],
    ['slaRisks?limit=1001', 'limit'],
    ['trend?days=367', 'days'],
    ['trend?timezone=Mars', 'timezone'],
    ['trend?domain=a&service=b', 'service'],
    ['results/history', 'ids'],
    ['results/history?ids=7', 'ids'],
  ])('%s is refused', async (path, field) => {
    const { status, body } = await world.client.get<{ details: { field: string }[] }>(`/dataContracts/${path}`);
    expect([status, body.details[0]?.field]).toEqual([400, field]);
  });
});
