import { ContractWorld, type Contract, type Result } from '../contracts/contract-world';
import { PROMISES, ProductWorld } from '../effective/product-world';
import { eventually } from '../../support/eventually';
import { RunningService } from '../../support/running-service';

const DAY = 86_400_000;
const day = (days: number): string => new Date(Math.floor(Date.now() / DAY) * DAY + days * DAY).toISOString();
const ENDED = { entityStatus: 'Active', effectiveUntil: day(-1) };
const UPCOMING = { entityStatus: 'Active', effectiveFrom: day(2) };

interface List {
  readonly data: readonly { readonly contract: { readonly id: string } }[];
}
interface Counts {
  readonly total: number;
  readonly unvalidated: number;
  readonly byStatus: Readonly<Record<string, number>>;
}
interface Sums {
  readonly data: readonly { readonly contracts?: number; readonly failing: number; readonly holding: number }[];
}

describe('validating a contract that is not in force', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const validate = ({ id }: Contract, query = '') =>
    world.client.must<Result>('POST', `/dataContracts/${id}/validate${query}`);
  const lifecycle = async ({ id }: Contract) => (await world.read(id, '?fields=lifecycle')).lifecycle;

  it.each(['Active', 'Approved', 'Deprecated'])(
    'is Aborted with the reason where an %s one has ended',
    async (status) => {
      const contract = await world.contract({ ...ENDED, entityStatus: status });
      const result = await validate(contract, '?fields=details');
      expect(result).toMatchObject({
        contractExecutionStatus: 'Aborted',
        result: `The contract ended on ${day(-1)}: nothing was validated.`,
        details: { reason: 'contract_ended' },
      });
      expect(Object.keys(result).filter((name) => name.endsWith('Validation'))).toEqual([]);
      const asset = `entityId=${contract.entity.id}&entityType=table`;
      const byAsset = await world.client.must<Result>('POST', `/dataContracts/entity/validate?${asset}`);
      expect(byAsset.contractExecutionStatus).toBe('Aborted');
      expect(await lifecycle(contract)).toEqual({ state: 'ended', until: Date.parse(day(-1)) });
    },
  );

  it('is Aborted in a batch that names it, and left out of one by a filter, as one that is upcoming', async () => {
    const domain = `d_${Date.now()}`;
    await world.client.must('POST', '/domains', { name: domain, domainType: 'Aggregate', description: 'd' });
    const made = (more: object) => world.contract({ domains: [domain], ...more });
    const [ended, upcoming, current] = [
      await made(ENDED),
      await made(UPCOMING),
      await made({ entityStatus: 'Active' }),
    ];
    const run = (body: object) =>
      world.client.must<{ id: string; total: number }>('POST', '/dataContracts/validations', body);
    const named = await run({ contractIds: [ended.id, upcoming.id, current.id] });
    expect((await run({ filter: { domain } })).total).toBe(1);
    const batch = async () =>
      world.client.must<{ ended: boolean; contracts: { id: string; status: string }[] }>(
        'GET',
        `/dataContracts/validations/${named.id}?limit=10`,
      );
    await eventually(async () => (await batch()).ended);
    const statuses = new Map((await batch()).contracts.map(({ id, status }) => [id, status]));
    expect([ended, upcoming, current].map(({ id }) => statuses.get(id))).toEqual(['Aborted', 'Success', 'Success']);
  });

  it('says when an upcoming one takes effect, and when a deprecated one ends', async () => {
    const upcoming = await world.contract(UPCOMING);
    expect(await validate(upcoming)).toMatchObject({
      contractExecutionStatus: 'Success',
      result: expect.stringMatching(`^Takes effect on ${day(2)}\\. All checks passed`),
    });
    expect(await lifecycle(upcoming)).toEqual({ state: 'upcoming', from: Date.parse(day(2)) });
    const deprecated = await world.contract({ entityStatus: 'Deprecated', effectiveUntil: day(3) });
    expect((await validate(deprecated)).result).toMatch(`Deprecated, ends on ${day(3)}. All checks passed`);
    const plain = await world.contract({ entityStatus: 'Deprecated' });
    expect((await validate(plain)).result).toMatch(/^All checks passed/);
    expect(await lifecycle(plain)).toEqual({ state: 'deprecated' });
  });

  it('follows a change of the date at once, and keeps what is pushed meanwhile', async () => {
    const contract = await world.contract(ENDED);
    expect((await world.push(contract.id, Date.now() - 1000)).contractExecutionStatus).toBe('Success');
    expect((await validate(contract)).contractExecutionStatus).toBe('Aborted');
    const change = [{ op: 'replace', path: '/effectiveUntil', value: day(1) }];
    expect((await world.client.patch(`/dataContracts/${contract.id}`, change)).status).toBe(200);
    expect((await validate(contract)).contractExecutionStatus).toBe('Success');
    expect(
      (await world.client.patch(`/dataContracts/${contract.id}`, [{ op: 'remove', path: '/effectiveUntil' }])).status,
    ).toBe(200);
    expect(await lifecycle(contract)).toEqual({ state: 'inForce' });
  });

  it('makes no run where the columns of the asset change', async () => {
    const [ended, current] = [await world.contract(ENDED), await world.contract({ entityStatus: 'Active' })];
    for (const { entity } of [ended, current]) {
      const change = [{ op: 'replace', path: '/columns/0/dataType', value: 'INT' }];
      expect((await world.client.patch(`/tables/${entity.id}`, change)).status).toBe(200);
    }
    await eventually(async () => (await world.results(current.id)).paging.total === 1);
    expect((await world.results(ended.id)).paging.total).toBe(0);
  });

  it('of a data product is not inherited', async () => {
    const products = await ProductWorld.shared();
    const { contract, table } = await products.inheriting();
    const ask = () => world.client.get(`/dataContracts/entity?entityId=${table.id}&entityType=table`);
    const dates = async (operations: object[]) =>
      expect((await world.client.patch(`/dataContracts/${contract.id}`, operations)).status).toBe(200);
    expect((await ask()).body).toMatchObject({ inherited: true, termsOfUse: PROMISES.termsOfUse });
    await dates([{ op: 'add', path: '/effectiveUntil', value: day(-1) }]);
    expect(await ask()).toMatchObject({
      status: 404,
      body: { message: expect.stringMatching(/effectiveUntil has come$/) },
    });
    await dates([
      { op: 'remove', path: '/effectiveUntil' },
      { op: 'add', path: '/effectiveFrom', value: day(1) },
    ]);
    expect((await ask()).status).toBe(404);
    await dates([{ op: 'remove', path: '/effectiveFrom' }]);
    expect((await ask()).status).toBe(200);
  });
});

describe('lists and sums of contracts', () => {
  let service: RunningService;
  let world: ContractWorld;

  beforeAll(async () => {
    service = await RunningService.start();
    world = await ContractWorld.on(service);
  });
  afterAll(() => service?.stop());

  const read = <Body>(path: string) => world.client.must<Body>('GET', `/dataContracts/${path}`);
  const ids = async (path: string) => (await read<List>(`${path}limit=100`)).data.map(({ contract }) => contract.id);

  it('leave out those that are upcoming or have ended, and have them again when they are in force', async () => {
    const sla = { refreshFrequency: 'PT1H' };
    const made = (more: object) => world.contract({ entityStatus: 'Active', sla, ...more });
    const [ended, upcoming, current] = [await made(ENDED), await made(UPCOMING), await made({})];
    const all = [ended, upcoming, current];
    for (const { id, entity } of all) {
      const observation = { kind: 'refresh', timestamp: Date.now() - 55 * 60_000 };
      await world.client.must('PUT', `/tables/${entity.id}/observations`, observation);
      await world.push(id, Date.now() - 2000, { contractExecutionStatus: 'Failed' });
    }
    const looks = async () => ({
      broken: await ids('broken?'),
      counts: await read<Counts>('statusCounts'),
      risks: await ids('slaRisks?'),
      coverage: (await read<Sums>('coverage?by=service')).data.map(({ contracts, failing }) => ({
        contracts,
        failing,
      })),
      today: (await read<Sums>('trend?days=2')).data.at(-1),
    });
    const one = await looks();
    expect([one.broken, one.risks]).toEqual([[current.id], [current.id]]);
    expect(one.counts).toMatchObject({ total: 1, unvalidated: 0, byStatus: { Failed: 1 } });
    expect(one.coverage).toEqual([{ contracts: 1, failing: 1 }]);
    expect(one.today).toMatchObject({ failing: 1, holding: 0 });

    for (const { id } of all) await world.push(id, Date.now() - 1000);
    expect(await ids('recovered?')).toEqual([current.id]);
    expect(await read<Counts>('statusCounts')).toMatchObject({ total: 1, byStatus: { Success: 1 } });

    await world.client.patch(`/dataContracts/${ended.id}`, [{ op: 'remove', path: '/effectiveUntil' }]);
    await world.client.patch(`/dataContracts/${upcoming.id}`, [
      { op: 'replace', path: '/effectiveFrom', value: day(-2) },
    ]);
    expect((await ids('recovered?')).sort()).toEqual(all.map(({ id }) => id).sort());
    expect(await read<Counts>('statusCounts')).toMatchObject({ total: 3, byStatus: { Success: 3 } });
  });
});
