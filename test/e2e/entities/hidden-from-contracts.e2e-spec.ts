import type { RestClient } from '../../support/rest-client';
import { CatalogWorld, unique, type Entity } from './catalog-world';

const WITH_CONTRACTS = { effect: 'allow', operations: ['All'], resources: ['dataContract', 'testCase'] };

/** What contracts that a caller sees could tell of things that it does not see. */
describe('a contract that is seen', () => {
  let world: CatalogWorld;
  let viewer: RestClient;
  let keeper: object;
  let schema: string;
  /** In the names of everything that is hidden. */
  const marker = unique('qz');

  const make = (path: string, body: object): Promise<Entity> => world.client.must('POST', path, body);

  beforeAll(async () => {
    world = await CatalogWorld.shared();
    const role = unique('role');
    const hides = { effect: 'deny', operations: ['ViewAll', 'ViewBasic'], condition: '!isOwner() && !noOwner()' };
    const rules = [
      { name: 'hides', resources: ['All'], ...hides },
      { name: 'allows', ...WITH_CONTRACTS },
    ];
    await make('/policies', { name: `${role}_policy`, rules });
    await make('/roles', { name: role, policies: [`${role}_policy`] });
    viewer = await world.service.client(unique('viewer'), role);
    const name = unique('keeper');
    keeper = { id: (await make('/users', { name, email: `${name}@example.com` })).id, type: 'user' };
    schema = await world.schema();
  });

  const hiddenDomain = (): Promise<Entity> =>
    make('/domains', { name: unique(marker), domainType: 'Aggregate', description: 'D', owners: [keeper] });

  it('is compared with a proposal as the caller sees both', async () => {
    const domain = await hiddenDomain();
    const table = await world.table(schema, unique('t'));
    const entityLink = `<#E::table::${table.fullyQualifiedName}>`;
    const testDefinition = 'tableRowCountToBeBetween';
    const cases = await Promise.all(
      [{ name: 'open' }, { name: unique(marker), owners: [keeper] }].map((one) =>
        make('/dataQuality/testCases', { ...one, entityLink, testDefinition }),
      ),
    );
    const entity = { id: table.id, type: 'table' };
    const expectations = cases.map(({ id }) => ({ id, type: 'testCase' }));
    const contract = await make('/dataContracts', {
      ...{ name: 'c', entity, schema: [{ name: 'id', dataType: 'BIGINT' }] },
      ...{ qualityExpectations: expectations, domains: [domain.fullyQualifiedName] },
    });
    const path = `/dataContracts/${contract.id}`;
    const seen = await viewer.must<Entity>('GET', `${path}?fields=*`);
    expect(seen.qualityExpectations).toHaveLength(1);
    const document = {
      ...{ name: 'c', entity, schema: [{ name: 'id', dataType: 'BIGINT' }] },
      qualityExpectations: seen.qualityExpectations,
    };
    const ways: Record<string, (proposed: object) => object> = {
      check: (one) => ({ document: one }),
      diff: (one) => one,
    };
    for (const [way, sent] of Object.entries(ways)) {
      const { status, body } = await viewer.post(`${path}/${way}`, sent(document));
      expect([way, status, JSON.stringify(body).includes(marker)]).toEqual([way, 200, false]);
      expect((body as { changes: unknown[] }).changes).toEqual([]);
      const without = await viewer.post(`${path}/${way}`, sent({ ...document, qualityExpectations: [] }));
      expect((without.body as { changes: unknown[] }).changes).toEqual([
        expect.objectContaining({ path: expect.stringContaining('open') as string }),
      ]);
    }
  });

  it('is in no batch that is found by something hidden', async () => {
    const domain = await hiddenDomain();
    const classification = unique(marker);
    await make('/classifications', { name: classification, description: 'K', owners: [keeper] });
    const tag = await make('/tags', { name: 't', classification, description: 'T' });
    const team = await make('/teams', { name: unique(marker), teamType: 'Group', owners: [keeper] });
    const table = await world.table(schema, unique('t'));
    await make('/dataContracts', {
      ...{ name: 'c', entity: { id: table.id, type: 'table' }, domains: [domain.fullyQualifiedName] },
      tags: [{ tagFQN: tag.fullyQualifiedName }],
    });
    const others = await world.table(schema, unique('t'));
    const owners = [{ id: team.id, type: 'team' }];
    await make('/dataContracts', { name: 'c', entity: { id: others.id, type: 'table' }, owners });
    for (const filter of [
      { domain: domain.fullyQualifiedName },
      { tag: tag.fullyQualifiedName },
      { owner: team.fullyQualifiedName },
      { owner: team.id },
    ]) {
      const all = await world.client.post('/dataContracts/validations', { filter });
      expect([filter, all.status, all.body.total]).toEqual([filter, 202, 1]);
      const found = await viewer.post('/dataContracts/validations', { filter });
      expect([filter, found.status, found.body.total]).toEqual([filter, 202, 0]);
    }
  });

  it('says nothing of the terms and rules that it inherits from a hidden one', async () => {
    const domain = await make('/domains', { name: unique('D'), domainType: 'Aggregate', description: 'D' });
    const domains = [domain.fullyQualifiedName];
    const product = await make('/dataProducts', { name: unique(marker), description: 'P', domains, owners: [keeper] });
    const ofProduct = {
      ...{ name: unique(marker), entity: { id: product.id, type: 'dataProduct' }, entityStatus: 'Approved' },
      sla: { refreshFrequency: { interval: 1, unit: 'day' } },
      semantics: [{ name: `${marker}_rule`, rule: { '!!': { var: 'displayName' } } }],
    };
    await make('/dataContracts', ofProduct);
    const table = await world.table(schema, unique('t'), { domains, dataProducts: [product.fullyQualifiedName] });
    const contract = await make('/dataContracts', {
      ...{ name: 'c', entity: { id: table.id, type: 'table' } },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    });
    const path = `/dataContracts/${contract.id}`;
    await world.client.must('POST', `${path}/validate`, {});
    const told = await world.client.must<Entity>('GET', `${path}/results/latest?fields=details`);
    expect(told).toMatchObject({ semanticsValidation: { failed: 1 }, slaValidation: { refreshFrequencyMet: false } });
    const run = await viewer.post(`${path}/validate`, {});
    expect(run.status).toBe(200);
    const inherited = new RegExp(`${marker}|semantics|slaValidation|refresh|"result":`, 'i');
    for (const what of ['/results/latest?fields=details', '/results?fields=details', '', '/results/summary']) {
      const { status, body } = await viewer.get(`${path}${what}`);
      expect([what, status, inherited.exec(JSON.stringify(body))?.[0]]).toEqual([what, 200, undefined]);
    }
    const events = await viewer.get(`${path}/results/${String(run.body.id)}/events`);
    expect([events.status, inherited.exec(JSON.stringify(events.body))?.[0]]).toEqual([200, undefined]);
    expect(inherited.exec(JSON.stringify(run.body))?.[0]).toBeUndefined();
    expect(run.body).toMatchObject({ contractExecutionStatus: 'PartialSuccess', schemaValidation: { failed: 0 } });
  });
});
