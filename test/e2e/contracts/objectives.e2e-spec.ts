import type { AuditPage } from '@app/events';
import { ContractWorld, unique, type Contract } from './contract-world';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const OBJECTIVE = { name: 'valid', on: 'status', unit: 'days', target: 99, window: { rolling: 'P30D' } };
const STORED = { ...OBJECTIVE, timezone: 'UTC', noData: 'carry' };

interface Attained {
  readonly at: number;
  readonly objectives: readonly Record<string, unknown>[];
}

interface Listed {
  readonly data: readonly { readonly contract: { readonly id: string } }[];
  readonly paging: { readonly after?: string };
}

describe('objectives of a contract', () => {
  let world: ContractWorld;
  let contract: Contract;
  let path: string;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });
  beforeEach(async () => {
    contract = await world.contract({ entityStatus: 'Active' });
    path = `/dataContracts/${contract.id}/objectives`;
  });

  const put = (objectives: readonly object[], at = path) => world.client.send('PUT', at, { body: { objectives } });
  const push = (timestamp: number, contractExecutionStatus = 'Success') =>
    world.push(contract.id, timestamp, { contractExecutionStatus });
  const statusOf = async (method: string, at: string) => (await world.client.send(method, at, {})).status;

  it('are put, read, told of by the audit, and removed, without a new version', async () => {
    expect(await statusOf('GET', path)).toBe(404);
    expect(await statusOf('GET', `${path}/attainment`)).toBe(404);
    expect(await statusOf('DELETE', path)).toBe(404);
    expect(await put([OBJECTIVE])).toMatchObject({ status: 201, body: { objectives: [STORED] } });
    expect(await put([OBJECTIVE])).toMatchObject({ status: 200 });
    const second = {
      ...STORED,
      name: 'other',
      noData: 'ignore',
      alerts: [{ long: 'PT1H', short: 'PT5M', factor: 14.4 }],
    };
    expect(await put([STORED, second])).toMatchObject({ status: 200 });
    expect((await world.client.send('GET', path, {})).body).toEqual({ objectives: [STORED, second] });
    expect((await world.read(contract.id)).version).toBe(contract.version);
    expect(await world.client.send('DELETE', path, {})).toMatchObject({
      status: 200,
      body: { objectives: [STORED, second] },
    });
    const { data } = await world.client.must<AuditPage>('GET', `/audit?order=asc&entity=${contract.id}`);
    const told = data.map(({ operation }) => operation).filter((one) => one.startsWith('objectives'));
    expect(told).toEqual(['objectivesSet', 'objectivesSet', 'objectivesRemoved']);
  });

  it('are listed with their contracts, none of a contract that has none', async () => {
    const listed = (query: string) => world.client.send<Listed>('GET', `/dataContracts/objectives?${query}`, {});
    const own = `contract=${contract.id}`;
    expect(await listed(own)).toMatchObject({ status: 200, body: { data: [], paging: {} } });
    await put([OBJECTIVE]);
    const row = { contract: { id: contract.id, type: 'dataContract' }, objectives: [STORED] };
    expect((await listed(own)).body).toMatchObject({ data: [row] });
    const attained = await world.client.must<Attained>('GET', `${path}/attainment`);
    const shown = attained.objectives.map(({ name, target, total, met }) => ({ name, target, total, met }));
    expect((await listed(`${own}&attainment=true`)).body).toMatchObject({ data: [{ ...row, attainment: shown }] });
    expect((await listed(own)).body.data[0]).not.toHaveProperty('attainment');
    const other = await world.contract({ entityStatus: 'Active' });
    await put([OBJECTIVE], `/dataContracts/${other.id}/objectives`);
    const found: string[] = [];
    for (let after: string | undefined = ''; after !== undefined;) {
      const { data, paging }: Listed = (await listed(`limit=1${after && `&after=${after}`}`)).body;
      found.push(...data.map((one) => one.contract.id));
      after = paging.after;
    }
    expect(found).toEqual(expect.arrayContaining([contract.id, other.id]));
    expect(new Set(found).size).toBe(found.length);
    await world.client.must('DELETE', `/dataContracts/${contract.id}`);
    expect((await listed(`${own}&attainment=true`)).body.data).toEqual([]);
    for (const wrong of ['contract=orders', 'limit=0', 'after=x', 'attainment=true', `${own}&attainment=yes`])
      expect((await listed(wrong)).status).toBe(400);
  });

  it('end with the contract: hidden while it is deleted, gone when it is deleted for good', async () => {
    await put([OBJECTIVE]);
    await world.client.must('DELETE', `/dataContracts/${contract.id}`);
    expect(await statusOf('GET', path)).toBe(404);
    expect(await statusOf('GET', `${path}/attainment`)).toBe(404);
    await world.client.must('PUT', '/dataContracts/restore', { id: contract.id });
    expect(await statusOf('GET', path)).toBe(200);
    await world.client.must('DELETE', `/dataContracts/${contract.id}?hardDelete=true`);
    expect(await statusOf('GET', path)).toBe(404);
  });

  it.each<[string, object, string]>([
    ['a target of all', { target: 100 }, 'objectives[0].target'],
    ['a target of nothing', { target: 0 }, 'objectives[0].target'],
    ['a target of four decimals', { target: 99.9999 }, 'objectives[0].target'],
    ['a window of no whole days', { window: { rolling: 'PT36H' } }, 'objectives[0].window.rolling'],
    ['a window of calendar months', { window: { rolling: 'P1M' } }, 'objectives[0].window.rolling'],
    ['no window', { window: {} }, 'objectives[0].window.rolling'],
    ['two windows', { window: { rolling: 'P30D', calendar: 'month' } }, 'objectives[0].window.rolling'],
    ['an unknown zone', { timezone: 'Mars/Base' }, 'objectives[0].timezone'],
    ['runs of freshness', { on: 'freshness', unit: 'runs' }, 'objectives[0].unit'],
    ['freshness within no time', { on: 'freshness' }, 'objectives[0].within'],
    ['within what has no age', { within: 'P1D' }, 'objectives[0].within'],
    [
      'a short time that is longer',
      { alerts: [{ long: 'PT1H', short: 'P1D', factor: 1 }] },
      'objectives[0].alerts[0].short',
    ],
    ['a factor of nothing', { alerts: [{ long: 'P1D', short: 'PT1H', factor: 0 }] }, 'objectives[0].alerts[0].factor'],
  ])('are refused with %s', async (_, more, field) => {
    const { status, body } = await put([{ ...OBJECTIVE, ...more }]);
    expect({ status, body }).toMatchObject({ status: 400, body: { details: [{ field }] } });
  });

  it('are 1 to 5 of different names', async () => {
    expect(await put([])).toMatchObject({ status: 400 });
    const named = (count: number) => Array.from({ length: count }, (_, i) => ({ ...OBJECTIVE, name: `n${i}` }));
    expect(await put(named(6))).toMatchObject({ status: 400 });
    expect(await put([OBJECTIVE, OBJECTIVE])).toMatchObject({
      status: 400,
      body: { details: [{ field: 'objectives[1].name' }] },
    });
    expect(await put(named(5))).toMatchObject({ status: 201 });
  });

  it('come to what the stored results say: late ones count, deleted ones no more', async () => {
    const day = Math.floor(Date.now() / DAY) * DAY - 3 * DAY;
    await put([{ ...OBJECTIVE, noData: 'ignore', target: 90 }]);
    const attained = async (query = '') =>
      (await world.client.must<Attained>('GET', `${path}/attainment${query}`)).objectives[0];
    await push(day + HOUR);
    expect(await attained()).toMatchObject({
      total: 1,
      good: 1,
      attainment: 100,
      met: true,
      budget: { allowed: 0.1, left: 0.1 },
    });
    await push(day - DAY, 'Failed');
    expect(await attained()).toMatchObject({ total: 2, bad: 1, attainment: 50, met: false, exhaustedAt: day - DAY });
    expect(await attained(`?at=${day}`)).toMatchObject({ total: 1, bad: 1, to: day });
    await world.client.must('DELETE', `/dataContracts/${contract.id}/results/${day - DAY}`);
    expect(await attained()).toMatchObject({ total: 1, bad: 0 });
    const ahead = await world.client.send('GET', `${path}/attainment?at=${Date.now() + DAY}`, {});
    expect(ahead).toMatchObject({ status: 400, body: { details: [{ field: 'at' }] } });
  });

  it('take the refresh frequency of the contract, as it is now', async () => {
    const dated = await world.contract({ sla: { refreshFrequency: 'PT6H' } });
    const objective = { ...OBJECTIVE, on: 'freshness', unit: 'hours' };
    expect(await put([objective], `/dataContracts/${dated.id}/objectives`)).toMatchObject({ status: 201 });
  });

  it('are set by who may validate the contract, and by no bot', async () => {
    const [reader, bot] = [
      await world.service.client(unique('reader')),
      await world.service.client(unique('robot'), 'Bot'),
    ];
    const body = { objectives: [OBJECTIVE] };
    for (const client of [reader, bot]) expect(await client.send('PUT', path, { body })).toMatchObject({ status: 403 });
    await put([OBJECTIVE]);
    expect(await reader.send('GET', `${path}/attainment`, {})).toMatchObject({ status: 200 });
    expect(await reader.send('DELETE', path, {})).toMatchObject({ status: 403 });
  });

  it('are listed while their budgets burn', async () => {
    await put([
      { ...OBJECTIVE, unit: 'runs' },
      { ...OBJECTIVE, name: 'quiet', alerts: [] },
    ]);
    await push(Date.now() - 60_000, 'Failed');
    const { data } = await world.client.must<{ data: { contract: { id: string }; objectives: { name: string }[] }[] }>(
      'GET',
      '/dataContracts/objectives/burning?limit=1000',
    );
    const [found] = data.filter((one) => one.contract.id === contract.id);
    expect(found!.objectives.map(({ name }) => name)).toEqual(['valid']);
  });

  it('are reported by the month, as CSV that no spreadsheet runs', async () => {
    const domain = unique('sales');
    await world.client.must('POST', '/domains', { name: domain, domainType: 'Aggregate', description: 'Sales' });
    const { id } = await world.table({ domains: [domain] });
    const made = await world.client.must<Contract>('POST', '/dataContracts', {
      name: unique('c'),
      entity: { id, type: 'table' },
    });
    const named = { ...OBJECTIVE, name: '=1+1', noData: 'ignore' };
    await put([named], `/dataContracts/${made.id}/objectives`);
    const begun = new Date();
    const start = Date.UTC(begun.getUTCFullYear(), begun.getUTCMonth() - 1);
    const month = new Date(start).toISOString().slice(0, 7);
    for (const [at, status] of [
      [start, 'Failed'],
      [start + DAY, 'Success'],
      [start - 1, 'Failed'],
    ] as const)
      await world.push(made.id, at, { contractExecutionStatus: status });
    const report = `/dataContracts/objectives/report?month=${month}&domain=${domain}`;
    const { data } = await world.client.must<{ data: object[] }>('GET', report);
    expect(data).toMatchObject([
      {
        domain,
        contract: made.fullyQualifiedName,
        objective: '=1+1',
        total: 2,
        good: 1,
        bad: 1,
        attainment: 50,
        met: false,
      },
    ]);
    const csv = await world.client.send<string>('GET', `${report}&format=csv`, {});
    expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
    const [, row, end] = csv.body.split('\r\n');
    expect([row!.slice(0, row!.indexOf(',days')), end]).toEqual([
      `${domain},${made.fullyQualifiedName},'=1+1,status`,
      '',
    ]);
    const asked = async (form: string, accept: string): Promise<(number | string | null)[]> => {
      const answer = await world.client.send('GET', `${report}&format=${form}`, { headers: { accept } });
      return [answer.status, answer.headers.get('content-type')];
    };
    expect(await asked('csv', 'text/csv')).toEqual([200, 'text/csv; charset=utf-8']);
    expect(await asked('json', 'application/yaml')).toEqual([200, 'application/yaml; charset=utf-8']);
    expect((await asked('json', 'image/png'))[0]).toBe(406);
    for (const query of ['', '?month=2026-13', `?month=${month}&timezone=Mars`])
      expect(await statusOf('GET', `/dataContracts/objectives/report${query}`)).toBe(400);
  });
});
