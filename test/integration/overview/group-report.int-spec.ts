import { AuthModule } from '@app/auth';
import { CatalogModule, Visibility } from '@app/catalog';
import type { Actor } from '@app/common';
import { ContractsModule } from '@app/contracts';
import { Module } from '@nestjs/common';
import type { GroupedBy } from '../../../libs/validation/src/overview/asset-groups';
import { GroupReport, reportFile, type Report } from '../../../libs/validation/src/overview/group-report';
import { blocksOf, statementsOf } from '../../support/recording-client';
import { ADMIN, CatalogFixture, newName, type Document } from '../catalog/catalog.fixture';

@Module({ imports: [AuthModule, CatalogModule, ContractsModule], providers: [GroupReport] })
class Reports {}

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const GROUPINGS: readonly GroupedBy[] = ['team', 'domain', 'tier', 'service'];
const MANY = 500;
/** Blocks of a report for each contract among many: its transitions and its sums of days, each by an index. */
const MOST_BLOCKS_EACH = 10;

const ALL = { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] } as const;
/** Something is hidden from it, but nothing of these tests. */
const SOME_HIDDEN: Actor = {
  ...ADMIN,
  isAdmin: false,
  rules: [ALL, { name: 'own', effect: 'deny', operations: ['All'], resources: ['chart'], condition: '!isOwner()' }],
};

describe('the report of groups', () => {
  let catalog: CatalogFixture;
  let reports: GroupReport;

  beforeAll(async () => {
    catalog = await CatalogFixture.open(Reports);
    reports = catalog.part(GroupReport);
  });
  afterAll(() => catalog.close());

  const report = (groupBy: GroupedBy, actor = ADMIN, days = 7): Promise<Report> =>
    reports.of(actor, { groupBy, days, limit: 1_000 });
  const rowOf = ({ data }: Report, name?: string) => data.find(({ group }) => group?.name === name);
  const counted = async (groupBy: GroupedBy, name?: string, actor = ADMIN): Promise<unknown> => {
    const { assets, covered, contracts, passing, partial, failing, notJudged } =
      rowOf(await report(groupBy, actor), name) ?? {};
    return [assets, covered, contracts, passing, partial, failing, notJudged];
  };
  const contract = (table: Document, more: object = {}): Promise<Document> =>
    catalog.create('dataContract', { name: newName('c'), entity: { id: table.id, type: 'table' }, ...more });
  const say = (one: Document, status: string, at: number, body: object = {}): Promise<unknown> =>
    catalog.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select node, $2, gen_random_uuid(), $3, 'pushed', $4, '{}' from entity where id = $1`,
      [one.id, at, status, body],
    );
  const nodeOf = async ({ id }: Document): Promise<string> =>
    (await catalog.database.query<{ node: string }>('select node::text from entity where id = $1', [id]))[0]!.node;
  const tier = async (): Promise<{ tagFQN: string; name: string }> => {
    const { name } = await catalog.create('tag', { name: newName('T'), classification: 'Tier', description: 'One' });
    return { tagFQN: `Tier.${name}`, name };
  };

  it('counts assets and contracts by what they show, for all readers alike', async () => {
    const now = await catalog.database.now();
    await catalog.create('classification', {
      name: 'Tier',
      description: 'How much rests on it',
      mutuallyExclusive: true,
    });
    const [ofService, ofTable, ofContract] = [
      await catalog.make('team'),
      await catalog.make('team'),
      await catalog.make('team'),
    ];
    const [domain, user, gold] = [await catalog.make('domain'), await catalog.make('user'), await tier()];
    const service = await catalog.make('databaseService', { owners: [ofService.id], domains: [domain.name] });
    const database = await catalog.make('database', { service: service.fullyQualifiedName });
    const schema = await catalog.make('databaseSchema', { database: database.fullyQualifiedName });
    const table = (more: Record<string, unknown> = {}): Promise<Document> =>
      catalog.make('table', { databaseSchema: schema.fullyQualifiedName, tags: [], ...more });
    const [plain, own, byUser, tiered] = [
      await table(),
      await table({ owners: [ofTable.id] }),
      await table({ owners: [user.id] }),
      await table({ tags: [{ tagFQN: gold.tagFQN }] }),
    ];
    const contracts = [
      await contract(plain),
      await contract(own, { owners: [ofContract.id] }),
      await contract(byUser),
      await contract(tiered),
    ];
    for (const [at, status] of ['Success', 'Failed', 'PartialSuccess'].entries())
      await say(contracts[at]!, status, now);
    for (const actor of [ADMIN, SOME_HIDDEN]) {
      expect(await counted('team', ofService.name, actor)).toEqual([2, 2, 2, 1, 0, 0, 1]);
      // The contract has another owner than its asset, and lists of contracts find it by that.
      expect(await counted('team', ofTable.name, actor)).toEqual([1, 1, 0, 0, 0, 0, 0]);
      expect(await counted('team', ofContract.name, actor)).toEqual([0, 0, 1, 0, 0, 1, 0]);
      expect(await counted('team', undefined, actor)).toEqual([1, 1, 1, 0, 1, 0, 0]);
      expect(await counted('domain', domain.name, actor)).toEqual([4, 4, 4, 1, 1, 1, 1]);
      expect(await counted('tier', gold.name, actor)).toEqual([1, 1, 1, 0, 0, 0, 1]);
      expect(await counted('tier', undefined, actor)).toEqual([3, 3, 3, 1, 1, 1, 0]);
      expect(await counted('service', service.name, actor)).toEqual([4, 4, 4, 1, 1, 1, 1]);
      for (const by of GROUPINGS)
        expect((await report(by, actor)).total).toMatchObject({ assets: 4, contracts: 4, passing: 1 });
    }
    expect(catalog.part(Visibility).sightOf(SOME_HIDDEN)).not.toBe('all');
  });

  it('says how contracts went: pass rate, SLA, time to recover, objectives, the worst first', async () => {
    const now = await catalog.database.now();
    const group = async (name: string): Promise<(more?: object) => Promise<Document>> => {
      const { id } = await catalog.create('team', { name, teamType: 'Group' });
      return async (more) => contract(await catalog.make('table', { owners: [id] }), more);
    };
    const [late, good, none, old] = [newName('late'), newName('good'), newName('none'), newName('old')];
    const ofLate = await group(late);
    const [first, second] = [await ofLate(), await ofLate()];
    // Judged for 40 and 20 hours: passing for 10 and none of these.
    await say(first, 'Success', now - 40 * HOUR, { slaValidation: { refreshFrequencyMet: true } });
    await say(first, 'Failed', now - 34 * HOUR, { slaValidation: { refreshFrequencyMet: false } });
    await say(first, 'Aborted', now - 20 * HOUR);
    await say(first, 'Success', now - 4 * HOUR);
    await say(second, 'PartialSuccess', now - 20 * HOUR, { slaValidation: { refreshFrequencyMet: true } });
    await say(await (await group(good))(), 'Success', now - HOUR);
    await (
      await group(none)
    )();
    // Failed before the days began.
    const recovered = await (await group(old))();
    await say(recovered, 'Failed', now - 40 * DAY);
    await say(recovered, 'Success', now - DAY);
    await catalog.database.query(
      `insert into contract_objective (contract, objectives, updated_by, burning_fqn) values ($1, '[]', 'x', 'x'), ($2, '[]', 'x', null)`,
      [await nodeOf(first), await nodeOf(second)],
    );
    for (const actor of [ADMIN, SOME_HIDDEN]) {
      const found = await report('team', actor);
      const row = rowOf(found, late)!;
      expect(row).toMatchObject({ contracts: 2, passing: 1, partial: 1, withObjectives: 2, burning: 1 });
      expect(row).toMatchObject({ slaMet: 66.66, recovered: 1, timeToRecover: 30 * HOUR });
      expect(row.passRate).toBeCloseTo((100 * 10) / 60, 0);
      expect(rowOf(found, good)).toMatchObject({ passRate: 100, recovered: 0 });
      expect(rowOf(found, none)).not.toHaveProperty('passRate');
      const { passRate, timeToRecover } = rowOf(found, old)!;
      // A day of six to seven, as today is over by more or less.
      expect(passRate).toBeGreaterThan(14);
      expect(passRate).toBeLessThan(17);
      expect(timeToRecover).toBe(39 * DAY);
      const names = found.data.map(({ group: of }) => of?.name);
      const ours = [old, late, good, none];
      expect(names.filter((name) => ours.includes(name!))).toEqual(ours);
      const rates = found.data.map((one) => one.passRate ?? 101);
      expect(rates).toEqual([...rates].sort((a, b) => a - b));
    }
    const [ninety, limited] = [
      await report('team', ADMIN, 90),
      await reports.of(ADMIN, { groupBy: 'team', days: 7, limit: 1 }),
    ];
    expect(rowOf(ninety, old)!.passRate).toBeCloseTo((100 * 1) / 40, 1);
    expect(limited.data).toEqual(ninety.data.length > 1 ? (await report('team')).data.slice(0, 1) : []);
    expect(limited.paging.total).toBe(ninety.paging.total);
    expect(limited.total).toEqual((await report('team')).total);
  });

  it('leaves out contracts that are upcoming or have ended, and what is deleted', async () => {
    const { name, id } = await catalog.make('team');
    const [ended, gone] = [
      await catalog.make('table', { owners: [id] }),
      await catalog.make('table', { owners: [id] }),
    ];
    const [over, deleted] = [await contract(ended, { entityStatus: 'Active' }), await contract(gone)];
    await catalog.database.query('update contract set effective_until = 1 where node = $1', [await nodeOf(over)]);
    await catalog.database.query('update contract set live = false where node = $1', [await nodeOf(deleted)]);
    for (const actor of [ADMIN, SOME_HIDDEN]) expect(await counted('team', name, actor)).toEqual([2, 0, 0, 0, 0, 0, 0]);
  });

  it('counts what the reader sees, and names no group that is hidden', async () => {
    const [mine, other] = [await catalog.make('user'), await catalog.make('user')];
    const team = await catalog.make('team');
    const table = (owner: Document): Promise<Document> => catalog.make('table', { owners: [owner.id, team.id] });
    await contract(await table(mine));
    await contract(await table(other));
    const reader: Actor = {
      ...{ name: mine.name, id: mine.id, isAdmin: false, ownerIds: new Set([mine.id]) },
      rules: [
        ALL,
        {
          name: 'own',
          effect: 'deny',
          operations: ['All'],
          resources: ['table', 'dataContract'],
          condition: '!isOwner()',
        },
      ],
    };
    expect(await counted('team', team.name, reader)).toEqual([1, 1, 1, 0, 0, 0, 1]);
    const noTeams = { name: 'none', effect: 'deny', operations: ['All'], resources: ['team'] } as const;
    const { data, total } = await report('team', { ...reader, rules: [...reader.rules, noTeams] });
    expect(data.map(({ group }) => group)).toEqual([undefined]);
    expect(total).toMatchObject({ contracts: 1, covered: 1 });
    const nothing: Actor = { ...reader, rules: [] };
    await expect(report('team', nothing)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  it('is written as CSV with the same numbers, and no name is a formula', async () => {
    const { id } = await catalog.create('team', { name: `=${newName('sum')}`, teamType: 'Group' });
    await contract(await catalog.make('table', { owners: [id] }));
    const found = await report('team');
    let text = '';
    for await (const part of reportFile('team', found)) text += part;
    const [head, ...lines] = text
      .trimEnd()
      .split('\r\n')
      .map((line) => line.split(','));
    expect(head!.slice(0, 4)).toEqual(['team', 'assets', 'covered', 'contracts']);
    expect(lines).toHaveLength(found.data.length);
    const sum = (at: number): number => lines.reduce((all, line) => all + Number(line[at]), 0);
    for (const [at, name] of (['assets', 'covered', 'contracts'] as const).entries())
      expect(sum(at + 1)).toBe(found.data.reduce((all, row) => all + row[name], 0));
    expect(lines.flatMap(([name]) => (name!.includes('sum') ? name![0] : []))).toEqual(["'"]);
    expect(lines.flatMap(([name], at) => (name === '' ? at : []))).toEqual(
      found.data.flatMap(({ group }, at) => (group ? [] : at)),
    );
  });

  it(`asks one statement, whose cost follows the contracts: ${MANY} of them`, async () => {
    const table = await catalog.make('table');
    await catalog.copy(table.id, 1, MANY);
    await catalog.database.query(
      `with made as (
         insert into entity (id, type, name, fqn, parent, root, version, updated_at, updated_by, body, details)
         select gen_random_uuid(), 'dataContract', 'c', fqn || '.c', node, root, 1, 0, 'x', '{}', '{}'
           from entity where type = 'table' and name like $1 || '%' and name <> $1 returning node, parent)
       insert into contract (node, asset, status, live) select node, parent, 'Active', true from made`,
      [table.name],
    );
    await catalog.database.query(
      `insert into contract_result (contract, timestamp, id, status, origin, body, details)
       select c.node, $2::bigint - d * $3::bigint, gen_random_uuid(), case d % 3 when 0 then 'Failed' else 'Success' end, 'pushed', '{}', '{}'
         from entity t join contract c on c.asset = t.node cross join generate_series(1, 10) d
        where t.type = 'table' and t.name like $1 || '%' and t.name <> $1`,
      [table.name, await catalog.database.now(), DAY],
    );
    await catalog.database.query('vacuum analyze');
    for (const groupBy of GROUPINGS) {
      const sent = await statementsOf(() => reports.of(ADMIN, { groupBy, days: 30, limit: 100 }));
      expect(sent).toHaveLength(1);
      const blocks = await blocksOf(catalog.database, sent[0]!);
      expect(blocks).toBeLessThan(MANY * MOST_BLOCKS_EACH);
    }
  });
});
