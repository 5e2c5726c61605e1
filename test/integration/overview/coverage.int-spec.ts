import { AuthModule } from '@app/auth';
import { CatalogModule, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { query } from '@app/database';
import { Module } from '@nestjs/common';
import type { CoveredBy } from '../../../libs/validation/src/overview/asset-groups';
import { ContractCoverage, type Coverage } from '../../../libs/validation/src/overview/coverage';
import { SlaRisks } from '../../../libs/validation/src/overview/sla-risks';
import { ADMIN, CatalogFixture, newName, typeNamed, type Document } from '../catalog/catalog.fixture';

@Module({ imports: [AuthModule, CatalogModule, ContractsModule], providers: [ContractCoverage, SlaRisks] })
class Overview {}

/** Something is hidden from it, but nothing of these tests: its counts are worked out row by row. */
const SOME_HIDDEN: Actor = {
  ...ADMIN,
  isAdmin: false,
  rules: [
    { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
    { name: 'own', effect: 'deny', operations: ['All'], resources: ['chart'], condition: '!isOwner()' },
  ],
};

describe('over all contracts', () => {
  let catalog: CatalogFixture;
  let coverage: ContractCoverage;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(Overview);
    coverage = catalog.part(ContractCoverage);
  });

  afterAll(() => catalog.close());

  const contract = (table: Document, more: object = {}): Promise<Document> =>
    catalog.create('dataContract', { name: newName('c'), entity: { id: table.id, type: 'table' }, ...more });
  const say = (one: Document, verdict: string): Promise<unknown> =>
    catalog.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, 1, gen_random_uuid(), $2, 'pushed', '{}', '{}' from entity where id = $1`,
      [one.id, verdict],
    );
  const counted = async (by: CoveredBy, names: readonly string[], actor = ADMIN): Promise<unknown> => {
    const { data } = await coverage.of(actor, by, 1_000);
    const shown = ({ assets, contracts, holding, failing }: Coverage) => [assets, contracts, holding, failing];
    return names.map((name) => data.filter(({ group }) => group?.name === name).map(shown)[0]);
  };

  it('assets are counted by service and by the domain that they show, in both ways of counting', async () => {
    const domain = async (): Promise<string> => (await catalog.make('domain')).name;
    const [ofService, ofSchema, ofTable] = [await domain(), await domain(), await domain()];
    const service = await catalog.make('databaseService', { domains: [ofService] });
    const database = await catalog.make('database', { service: service.fullyQualifiedName });
    const schema = (domains: string[] = []): Promise<Document> =>
      catalog.make('databaseSchema', { database: database.fullyQualifiedName, domains });
    const [plain, own] = [await schema(), await schema([ofSchema])];
    const table = (at: Document, domains: string[] = []): Promise<Document> =>
      catalog.make('table', { databaseSchema: at.fullyQualifiedName, domains });
    const tables = [await table(plain), await table(plain), await table(own), await table(own, [ofTable])];
    const gone = await table(plain);
    const topic = await catalog.make('topic', { domains: [ofTable] });
    const dashboards = await catalog.make('dashboardService', { domains: [ofTable] });
    await catalog.make('dashboard', { service: dashboards.fullyQualifiedName });
    await catalog.make('dataProduct', { domains: [ofTable] });
    await catalog.make('dataProduct', { domains: [ofTable] });
    const contracts = await Promise.all(tables.slice(0, 3).map((one) => contract(one)));
    await say(contracts[0]!, 'Success');
    await say(contracts[2]!, 'Failed');
    await catalog.remover.remove(ADMIN, typeNamed('table'), { id: gone.id }, { recursive: false, hardDelete: false });
    for (const actor of [ADMIN, SOME_HIDDEN]) {
      expect(await counted('service', [service.name, dashboards.name], actor)).toEqual([
        [4, 3, 1, 1],
        [1, 0, 0, 0],
      ]);
      expect(await counted('domain', [ofService, ofSchema, ofTable], actor)).toEqual([
        [2, 2, 1, 0],
        [1, 1, 0, 1],
        [5, 0, 0, 0],
      ]);
    }
    for (const by of ['domain', 'service'] as const) {
      const [admin, other] = await Promise.all([ADMIN, SOME_HIDDEN].map((actor) => coverage.of(actor, by, 1_000)));
      expect(other).toEqual(admin);
    }
    // Data products lie in no service.
    const { data } = await coverage.of(ADMIN, 'service', 1_000);
    expect(data.find(({ group }) => !group)).toMatchObject({ assets: 2, contracts: 0 });
    expect(topic.id).toBeDefined();
    expect(catalog.part(Visibility).sightOf(SOME_HIDDEN)).not.toBe('all');
  });

  it('assets, contracts and groups that are hidden are not counted', async () => {
    const [mine, other] = [await catalog.make('user'), await catalog.make('user')];
    const domain = await catalog.make('domain');
    const schema = await catalog.make('databaseSchema', { domains: [domain.name] });
    const table = (owner: Document): Promise<Document> =>
      catalog.make('table', { databaseSchema: schema.fullyQualifiedName, owners: [owner.id] });
    await contract(await table(mine));
    await contract(await table(other));
    const reader: Actor = {
      name: mine.name,
      id: mine.id,
      isAdmin: false,
      ownerIds: new Set([mine.id]),
      rules: [
        { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
        { name: 'own', effect: 'deny', operations: ['All'], resources: ['table'], condition: '!isOwner()' },
      ],
    };
    expect(await counted('domain', [domain.name], reader)).toEqual([[1, 1, 0, 0]]);
    const noDomains = { name: 'none', effect: 'deny', operations: ['All'], resources: ['domain'] } as const;
    const withoutDomains = { ...reader, rules: [...reader.rules, noDomains] };
    const { data } = await coverage.of(withoutDomains, 'domain', 1_000);
    expect(data.map(({ group }) => group)).toEqual([undefined]);
    // That an asset is in a hidden domain shows in no difference between the sums.
    const sum = (of: readonly Coverage[]): number => of.reduce((total, { assets }) => total + assets, 0);
    const byService = await coverage.of(withoutDomains, 'service', 1_000);
    expect(sum(data)).toBe(sum(byService.data));
  });

  it('targets that are due soon are found, by what was observed and what the asset says of itself', async () => {
    const now = await catalog.database.now();
    const [late, fine, profiled] = [
      await catalog.make('table'),
      await catalog.make('table'),
      await catalog.make('table'),
    ];
    const sla = { refreshFrequency: 'PT10H' };
    const [atRisk, , byProfile] = await Promise.all([late, fine, profiled].map((one) => contract(one, { sla })));
    const observe = (table: Document, hoursAgo: number): Promise<unknown> =>
      catalog.database.transaction((tx) =>
        query(
          tx,
          `insert into observation (asset, kind, timestamp) select node, 'refresh', $2 from entity where id = $1`,
          [table.id, now - hoursAgo * 3_600_000],
        ),
      );
    await observe(late, 9);
    await observe(late, 20);
    await observe(fine, 1);
    await observe(profiled, 8.5);
    // One of the service's own is no refresh.
    await catalog.database.query(
      `update entity set details = details || jsonb_build_object('profile', jsonb_build_object('timestamp', $2::bigint)) where id = $1`,
      [profiled.id, now],
    );
    const { data, paging } = await catalog.part(SlaRisks).list(ADMIN, 10);
    expect(data.map(({ contract: { id }, target, dueAt }) => [id, target, dueAt])).toEqual([
      [atRisk!.id, 'refreshFrequency', now + 3_600_000],
      [byProfile!.id, 'refreshFrequency', now + 1.5 * 3_600_000],
    ]);
    expect(paging.total).toBe(2);
    expect((await catalog.part(SlaRisks).list(SOME_HIDDEN, 1)).data).toHaveLength(1);
  });
});
