import { eventually } from '../../../support/eventually';
import { unique, type Asset, type Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

interface Change {
  readonly mode: string;
  readonly source: { readonly type: string; readonly id?: string };
  readonly until?: number;
  readonly because?: string;
}
interface Named {
  readonly id: string;
  readonly name: string;
  readonly fullyQualifiedName: string;
}

const DROP = [{ op: 'remove', path: '/schema/1' }];
const WEEK = 7 * 86_400_000;
const SCHEMA = [
  { name: 'id', dataType: 'BIGINT' },
  { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
];

describe('an asset that leaves the scope of a policy', () => {
  let world: GovernanceWorld;
  let owner: Person;
  let consumer: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [owner, consumer] = [await world.person(), await world.person()];
  });

  const ref = (type: string, { id }: { readonly id: string }) => ({ type, id });
  const must = <T>(method: 'GET' | 'POST' | 'PUT' | 'PATCH', path: string, body?: object) =>
    world.admin.must<T>(method, path, body);
  const domain = (more: object = {}) =>
    must<Named>('POST', '/domains', { name: unique('d'), domainType: 'Aggregate', description: 'd', ...more });
  const govern = (scope: object, change: object) => must('PUT', '/dataContracts/policies', { scope, change });
  const consented = async (scope: object) => govern(scope, { mode: 'consented', consentPeriod: 'P7D' });
  const label = ({ fullyQualifiedName }: Named) => ({
    ...{ tagFQN: fullyQualifiedName, source: 'Classification', labelType: 'Manual', state: 'Confirmed' },
  });
  async function tag(): Promise<Named> {
    const classification = unique('cls');
    await must('POST', '/classifications', { name: classification, description: 'x' });
    return must('POST', '/tags', { name: unique('tag'), classification, description: 'x' });
  }
  async function product(more: object): Promise<Named> {
    return must('POST', '/dataProducts', { name: unique('p'), description: 'x', ...more });
  }
  async function schema(): Promise<Named> {
    const shop = unique('shop');
    await must('POST', '/services/databaseServices', { name: shop, serviceType: 'Postgres' });
    await must('POST', '/databases', { name: 'sales', service: shop });
    return must('POST', '/databaseSchemas', { name: 'public', database: `${shop}.sales` });
  }
  const table = (more: object = {}) => world.contracts.table({ owners: [owner.ref], ...more });
  const contractOn = (asset: Asset, more: object = {}) =>
    must<Contract>('POST', '/dataContracts', {
      ...{ name: unique('c'), entity: ref('table', asset), schema: SCHEMA, entityStatus: 'Draft', owners: [owner.ref] },
      ...more,
    });
  /** Brings a contract into force before its policy is there. */
  const inForce = async (asset: Asset, more: object = {}) => contractOn(asset, { entityStatus: 'Active', ...more });
  const changeOf = async ({ id }: Contract) =>
    (await must<{ change: Change }>('GET', `/dataContracts/${id}/policy`)).change;
  const status = async ({ id }: Contract) => (await owner.client.patch(`/dataContracts/${id}`, DROP)).status;
  const without = (property: string) => [{ op: 'remove', path: `/${property}` }];

  /** The rules of before count, in what is read and for what is written. */
  async function expectPast(contract: Contract, source: object, words: string, since: number): Promise<void> {
    const change = await changeOf(contract);
    expect(change).toMatchObject({ mode: 'consented', source, because: expect.stringContaining(words) as string });
    expect(change.until).toBeGreaterThanOrEqual(since + WEEK);
    expect(change.until).toBeLessThanOrEqual(Date.now() + WEEK);
    expect(await status(contract)).toBe(202);
  }

  it('is governed by it on, by its own domain, and consumers are notified', async () => {
    const d = await domain();
    const asset = await table({ domains: [d.fullyQualifiedName] });
    const contract = await inForce(asset);
    await consented(ref('domain', d));
    const declared = { party: consumer.ref, purpose: 'Reports' };
    await consumer.client.must('PUT', `/dataContracts/${contract.id}/consumers`, declared);
    const since = Date.now() - 1_000;
    await owner.client.must('PATCH', `/tables/${asset.id}`, without('domains'));
    await expectPast(contract, ref('domain', d), 'domain', since);
    const notices = await eventually(
      () =>
        consumer.client.must<{ data: { type: string; text: string }[] }>(
          'GET',
          `/dataContracts/notices?contract=${contract.id}&type=contractPolicyLoosened`,
        ),
      ({ data }) => data.length > 0,
    );
    expect(notices.data).toHaveLength(1);
    expect(notices.data[0]?.text).toContain('is governed by a looser policy');
    await expectPast(contract, ref('domain', d), 'domain', since);
  });

  it('is governed by it on where it goes to a looser domain, and not twice where it is back', async () => {
    const [strict, loose] = [await domain(), await domain()];
    const asset = await table({ domains: [strict.fullyQualifiedName] });
    const contract = await inForce(asset);
    await consented(ref('domain', strict));
    await govern(ref('domain', loose), { mode: 'open' });
    const to = async (one: Named) =>
      must('PATCH', `/tables/${asset.id}`, [{ op: 'replace', path: '/domains', value: [ref('domain', one)] }]);
    await to(loose);
    expect(await changeOf(contract)).toMatchObject({ mode: 'consented', source: ref('domain', strict) });
    await to(strict);
    expect(await changeOf(contract)).not.toHaveProperty('until');
    expect(await status(contract)).toBe(202);
  });

  it('is governed by it on through what it lies in, and through its data product', async () => {
    const [d, other] = [await domain(), await domain()];
    const place = await schema();
    await must('PATCH', `/databaseSchemas/${place.id}`, [{ op: 'add', path: '/domains', value: [ref('domain', d)] }]);
    const [left, shadowed] = [
      await table({ databaseSchema: place.fullyQualifiedName }),
      await table({ databaseSchema: place.fullyQualifiedName }),
    ];
    const contracts = [await inForce(left), await inForce(shadowed)] as const;
    await consented(ref('domain', d));
    await govern(ref('domain', other), { mode: 'open' });
    const since = Date.now() - 1_000;
    await must('PATCH', `/tables/${shadowed.id}`, [{ op: 'add', path: '/domains', value: [ref('domain', other)] }]);
    await expectPast(contracts[1], ref('domain', d), 'domain', since);
    await must('PATCH', `/databaseSchemas/${place.id}`, without('domains'));
    await expectPast(contracts[0], ref('domain', d), 'domain', since);

    const p = await product({ domains: [other.fullyQualifiedName] });
    const asset = await table({ domains: [other.fullyQualifiedName] });
    const contract = await inForce(asset);
    await must('PUT', `/dataProducts/${p.fullyQualifiedName}/assets/add`, { assets: [ref('table', asset)] });
    await consented(ref('dataProduct', p));
    await must('PUT', `/dataProducts/${p.fullyQualifiedName}/assets/remove`, { assets: [ref('table', asset)] });
    await expectPast(contract, ref('dataProduct', p), 'data product', since);
  });

  it('is governed by it on through tags: of the asset, of the contract, by a looser one that comes', async () => {
    const [strict, loose] = [await tag(), await tag()];
    const asset = await table({ tags: [label(strict)] });
    const contract = await inForce(asset);
    await consented(ref('tag', strict));
    await govern(ref('tag', loose), { mode: 'open' });
    const since = Date.now() - 1_000;
    await must('PATCH', `/tables/${asset.id}`, without('tags'));
    await expectPast(contract, ref('tag', strict), 'tag', since);

    const second = await table({ tags: [label(strict)] });
    const [own] = [await contractOn(second, { entityStatus: 'Draft', schema: SCHEMA })];
    await must('POST', `/dataContracts/${own.id}/proposals`, {
      patch: [{ op: 'replace', path: '/entityStatus', value: 'Active' }],
    }).then(async (proposal) => {
      const { id } = proposal as { id: string };
      await must('POST', `/dataContracts/${own.id}/proposals/${id}/override`, { reason: 'Made.' });
    });
    expect(await changeOf(own)).toMatchObject({ mode: 'consented', source: ref('tag', strict) });
    await owner.client.must('PATCH', `/dataContracts/${own.id}`, [{ op: 'add', path: '/tags', value: [label(loose)] }]);
    await expectPast(own, ref('tag', strict), 'tag', since);
  });

  it('is governed by it on whichever door the asset leaves by: bulk, PUT, deletion of the scope, under deletion', async () => {
    const since = Date.now() - 1_000;
    const d = await domain();
    const place = await schema();
    await must('PATCH', `/databaseSchemas/${place.id}`, [{ op: 'add', path: '/domains', value: [ref('domain', d)] }]);
    const assets = await Promise.all([
      table({ domains: [d.fullyQualifiedName] }),
      table({ domains: [d.fullyQualifiedName] }),
      table({ databaseSchema: place.fullyQualifiedName }),
      table({ domains: [d.fullyQualifiedName] }),
    ]);
    const contracts = await Promise.all(assets.map((asset) => inForce(asset)));
    await consented(ref('domain', d));
    const [bulk, put, deleted, last] = contracts as [Contract, Contract, Contract, Contract];
    const body = (at: number) => ({
      name: assets[at]?.fullyQualifiedName.split('.').at(-1),
      ...{ databaseSchema: world.contracts.schema, columns: [{ name: 'id', dataType: 'BIGINT' }], domains: [] },
    });
    await must('PUT', '/tables/bulk', [body(0)] as object);
    await must('PUT', '/tables', body(1));
    await must('GET', `/tables/${assets[2]?.id}`);
    expect((await world.admin.delete(`/tables/${assets[2]?.id}?recursive=true`)).status).toBe(200);
    await must('PATCH', `/databaseSchemas/${place.id}`, without('domains'));
    await must('PUT', `/tables/restore`, { id: assets[2]?.id });
    for (const contract of [bulk, put, deleted]) await expectPast(contract, ref('domain', d), 'domain', since);
    expect((await world.admin.delete(`/domains/${d.id}?hardDelete=true&recursive=true`)).status).toBe(200);
    for (const contract of [bulk, last]) {
      const change = await changeOf(contract);
      expect(change).toMatchObject({ mode: 'consented', source: { type: 'domain' } });
      expect(change.source).not.toHaveProperty('id');
      expect(await status(contract)).toBe(202);
    }
  });

  it('is governed anew once somebody with ManageContractPolicy writes a policy of it, an owner does not', async () => {
    const d = await domain();
    const asset = await table({ domains: [d.fullyQualifiedName] });
    const contract = await inForce(asset);
    await consented(ref('domain', d));
    await must('PATCH', `/tables/${asset.id}`, without('domains'));
    const scope = ref('dataContract', contract);
    await owner.client.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'reviewed' } });
    expect(await changeOf(contract)).toMatchObject({ mode: 'consented', source: ref('domain', d) });
    await govern(scope, { mode: 'open' });
    expect(await changeOf(contract)).toMatchObject({ mode: 'open', source: scope });
    expect(await changeOf(contract)).not.toHaveProperty('until');
    expect(await status(contract)).toBe(200);
  });

  it('leaves it at once where its contract does not bind, or the policies of before were not stricter', async () => {
    const [d, other] = [await domain(), await domain()];
    const [drafted, moved] = [
      await table({ domains: [d.fullyQualifiedName] }),
      await table({ domains: [d.fullyQualifiedName] }),
    ];
    const draft = await contractOn(drafted);
    const contract = await inForce(moved);
    await govern(ref('domain', d), { mode: 'reviewed' });
    await consented(ref('domain', other));
    await must('PATCH', `/tables/${drafted.id}`, without('domains'));
    expect(await changeOf(draft)).not.toHaveProperty('until');
    await must('PATCH', `/tables/${moved.id}`, [{ op: 'replace', path: '/domains', value: [ref('domain', other)] }]);
    expect(await changeOf(contract)).toMatchObject({ mode: 'consented', source: ref('domain', other) });
    expect(await changeOf(contract)).not.toHaveProperty('until');
  });
});
