import type { Contract } from '../contracts/contract-world';
import { ProductWorld, PROMISES } from '../effective/product-world';
import { CatalogWorld, unique, type Entity } from '../entities/catalog-world';

const ASKED = { 'x-compatibility': 'openmetadata' };
const OURS = { 'x-compatibility': 'none' };

describe('a contract in the shape of the OpenMetadata API', () => {
  let world: CatalogWorld;
  let contract: Entity;
  const SENT = {
    entityStatus: 'Active',
    termsOfUse: 'text',
    semantics: [{ name: 'owned', rule: { '!!': { var: 'name' } } }, { name: 'plain' }],
    sla: { refreshFrequency: 'P1D', maxLatency: 'P1W', timezone: 'Europe/Berlin', availability: 99 },
    security: { policies: [{ accessPolicy: 'a', own: 'kept' }] },
  };

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const subject = await world.table(await world.schema(), unique('subject'));
    const entity = { type: 'table', id: subject.id };
    contract = await world.client.must('POST', '/dataContracts', { name: 'c', entity, ...SENT });
  });

  const read = async (headers: Record<string, string>): Promise<Entity> =>
    (await world.client.get<Entity>(path(), headers)).body;
  const path = (): string => `/dataContracts/${contract.id}`;
  const change = async (...operations: object[]): Promise<Entity> => {
    const { status, body } = await world.client.patch<Entity>(path(), operations, ASKED);
    expect({ status, body }).toMatchObject({ status: 200 });
    return read(OURS);
  };

  it('say it in its words', async () => {
    const shown = await read(ASKED);
    expect(shown).toMatchObject({ entityStatus: 'Approved', termsOfUse: { content: 'text' } });
    expect(shown.sla).toEqual({ refreshFrequency: { interval: 1, unit: 'day' }, availability: 99 });
    expect(shown.semantics).toEqual([
      { name: 'owned', description: 'owned', rule: '{"!!":{"var":"name"}}', enabled: true },
      { name: 'plain', description: 'plain', rule: '', enabled: true },
    ]);
    expect(shown.security).toEqual({ policies: [{ accessPolicy: 'a' }] });
  });

  it('take a patch of what they show, and keep the rest', async () => {
    expect(await change({ op: 'replace', path: '/termsOfUse/content', value: 'new' })).toMatchObject({
      ...SENT,
      termsOfUse: 'new',
    });
    const { sla } = await change({ op: 'replace', path: '/sla/refreshFrequency/interval', value: 2 });
    expect(sla).toEqual({ ...SENT.sla, refreshFrequency: { interval: 2, unit: 'day' } });
    const { semantics } = await change({ op: 'replace', path: '/semantics/0/description', value: 'why' });
    expect(semantics).toMatchObject([{ ...SENT.semantics[0], description: 'why' }, SENT.semantics[1]]);
    const ruled = await change({ op: 'replace', path: '/semantics/0/rule', value: '{"!!":{"var":"owners"}}' });
    expect(ruled.semantics).toMatchObject([{ rule: '{"!!":{"var":"owners"}}' }, { name: 'plain' }]);
    const removed = await change({ op: 'remove', path: '/semantics/0' });
    expect(removed.semantics).toMatchObject([SENT.semantics[1]]);
    expect(removed).toMatchObject({ entityStatus: 'Active', security: SENT.security });
  });

  it('write nothing where a patch changes nothing', async () => {
    const before = await read(OURS);
    const { version } = await change({ op: 'replace', path: '/entityStatus', value: 'Approved' });
    expect(version).toBe(before.version);
  });

  it('refuse a patch of what is not there, outside the mode too', async () => {
    const operations = [{ op: 'replace', path: '/termsOfUse/content', value: 'new' }];
    expect((await world.client.patch(path(), operations)).status).toBe(400);
    expect((await world.client.patch(path(), [{ op: 'replace', path: '/nope/a', value: 1 }], ASKED)).status).toBe(400);
  });
});

describe('an effective contract in the shape of the OpenMetadata API', () => {
  const TERMS = { content: PROMISES.termsOfUse, inherited: true };
  let world: ProductWorld;
  beforeAll(async () => {
    world = await ProductWorld.shared();
  });

  it('says of its terms of use that they are inherited, as of the other parts', async () => {
    const { table, contract } = await world.inheriting();
    const path = `/dataContracts/entity?entityType=table&entityId=${table.id}`;
    const read = (at: string, headers = ASKED) => world.client.must<Contract>('GET', at, undefined, headers);
    const inherited = { termsOfUse: TERMS, security: { inherited: true }, semantics: [{ inherited: true }] };
    for (const at of [path, `${path}&fields=owners`]) expect(await read(at)).toMatchObject(inherited);
    const body = { name: unique('c'), entity: { id: table.id, type: 'table' } };
    const own = await world.client.must<Contract>('POST', '/dataContracts', body);
    const fqn = encodeURIComponent(own.fullyQualifiedName);
    for (const at of [path, `/dataContracts/${own.id}?effective=true`, `/dataContracts/name/${fqn}?effective=true`]) {
      expect(await read(at)).toMatchObject({ id: own.id, ...inherited });
      expect((await read(at, OURS)).termsOfUse).toBe(PROMISES.termsOfUse);
      expect(await read(at)).toMatchObject(inherited);
    }
    expect(await read(`/dataContracts/${own.id}`)).not.toHaveProperty('termsOfUse');
    expect((await read(`/dataContracts/${contract.id}`)).termsOfUse).toEqual({ content: PROMISES.termsOfUse });
    const mine = [{ op: 'add', path: '/termsOfUse', value: { content: 'Ours.' } }];
    await world.client.must('PATCH', `/dataContracts/${own.id}`, mine, ASKED);
    expect((await read(path)).termsOfUse).toEqual({ content: 'Ours.' });
  });
});
