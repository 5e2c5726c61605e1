import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import type { Actor } from '@app/common';
import { dataContractType } from '@app/contracts';
import { ADMIN, ContractFixture, read, refusal, type Document, type Json } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

const reference = ({ id }: Document, type: string): Json => ({ id, type });

/** A contract that has everything that stands in another table than its own. */
async function full(more: Json = {}): Promise<Document> {
  const [table, user, reviewer] = await Promise.all([contracts.table(), contracts.user(), contracts.user()]);
  const made = await contracts.contract(
    {
      qualityExpectations: [reference(await contracts.testCase(table), 'testCase')],
      owners: [reference(user, 'user')],
      reviewers: [reference(reviewer, 'user')],
      extension: { a: 1 },
      ...more,
    },
    table,
  );
  await contracts.result(made, 'Failed', 1e12);
  return made;
}

const ids = ({ data }: { data: readonly Document[] }) => data.map(({ id }) => id).sort();

describe('GET of one contract', () => {
  it('is one statement, by id and by FQN, whatever hangs on the contract', async () => {
    const { id, fullyQualifiedName } = await full();
    for (const get of [() => contracts.get(id), () => contracts.byFqn(fullyQualifiedName)]) {
      const before = contracts.database.statements;
      const found = await get();
      expect(contracts.database.statements - before).toBe(1);
      expect(found).toMatchObject({ latestResult: { status: 'Failed' }, qualityExpectations: [{ type: 'testCase' }] });
    }
  });

  it('costs at most one statement more for each field that is asked for', async () => {
    const { id } = await full();
    const before = contracts.database.statements;
    await contracts.get(id, 'owners,reviewers,extension');
    expect(contracts.database.statements - before).toBeLessThanOrEqual(4);
  });

  it('has the fields that were asked for, and no others', async () => {
    const { id } = await full();
    const optional = async (fields?: string) =>
      Object.keys(await contracts.get(id, fields)).filter((key) => ['owners', 'reviewers', 'extension'].includes(key));
    expect(await optional()).toEqual([]);
    expect(await optional('extension')).toEqual(['extension']);
    expect((await optional('owners, reviewers')).sort()).toEqual(['owners', 'reviewers']);
    expect((await optional('*')).sort()).toEqual(['extension', 'owners', 'reviewers']);
    const { code, message } = await refusal(contracts.get(id, 'owners,secrets'));
    expect([code, message]).toEqual(['BAD_REQUEST', 'Invalid field name secrets']);
  });

  it('sees what include says', async () => {
    const [live, hidden] = [await contracts.contract(), await contracts.contract()];
    await contracts.remove('dataContract', hidden);
    const sees = async (id: string, include: 'all' | 'deleted' | 'non-deleted') =>
      contracts.get(id, undefined, include).then(
        ({ deleted }) => deleted,
        ({ code }: { code: string }) => code,
      );
    expect([await sees(live.id, 'all'), await sees(live.id, 'deleted'), await sees(live.id, 'non-deleted')]).toEqual([
      false,
      'NOT_FOUND',
      false,
    ]);
    expect([
      await sees(hidden.id, 'all'),
      await sees(hidden.id, 'deleted'),
      await sees(hidden.id, 'non-deleted'),
    ]).toEqual([true, true, 'NOT_FOUND']);
  });

  it('shows a test case that was deleted as such, one that is gone no longer, and stays editable', async () => {
    const table = await contracts.table();
    const testCase = await contracts.testCase(table);
    const made = await contracts.contract({ qualityExpectations: [testCase.fullyQualifiedName] }, table);
    await contracts.remove('testCase', testCase);
    const described = await contracts.patch(made, [{ op: 'add', path: '/description', value: 'd' }]);
    expect(described).toMatchObject({ version: 0.2, qualityExpectations: [{ id: testCase.id, deleted: true }] });
    await contracts.remove('testCase', testCase, true);
    expect(await contracts.get(made.id)).not.toHaveProperty('qualityExpectations');
    expect((await contracts.patch(made, [{ op: 'remove', path: '/description' }])).version).toBe(0.3);
  });

  it('shows what came since it was read before: its results, its test cases, its asset', async () => {
    const table = await contracts.table();
    const testCase = await contracts.testCase(table);
    const made = await contracts.contract({}, table);
    expect(await contracts.get(made.id)).not.toHaveProperty('latestResult');
    await contracts.result(made, 'Failed', 1e12);
    expect(await contracts.get(made.id)).toMatchObject({ latestResult: { status: 'Failed' } });
    await contracts.result(made, 'Success', 2e12);
    expect(await contracts.get(made.id)).toMatchObject({ latestResult: { status: 'Success' } });
    const displayName = 'Orders of all shops';
    await contracts.writer.patch(ADMIN, entityTypes.get('table'), { id: table.id }, [
      { op: 'add', path: '/displayName', value: displayName },
    ]);
    expect(await contracts.get(made.id)).toMatchObject({ entity: { displayName } });
    await contracts.patch(made, [{ op: 'add', path: '/qualityExpectations', value: [{ id: testCase.id }] }]);
    expect(await contracts.get(made.id)).toMatchObject({ qualityExpectations: [{ id: testCase.id, deleted: false }] });
    await contracts.remove('testCase', testCase);
    expect(await contracts.get(made.id)).toMatchObject({ qualityExpectations: [{ id: testCase.id, deleted: true }] });
  });

  it('by its asset', async () => {
    const made = await full();
    const { id } = made.entity as Document;
    const ofAsset = (type: string, assetId: string) =>
      contracts.service.ofAsset(ADMIN, { type, id: assetId }, { fields: 'extension', terms: 'text' });
    expect(read(await ofAsset('table', id))).toMatchObject({ id: made.id, extension: { a: 1 } });
    const without = await contracts.table();
    const { code, message } = await refusal(ofAsset('table', without.id));
    const why = 'the table has no data contract, and is in no data product from which it would inherit one';
    expect([code, message]).toEqual(['NOT_FOUND', `dataContract instance for ${without.id} not found: ${why}`]);
    expect((await refusal(ofAsset('topic', id))).code).toBe('NOT_FOUND');
  });

  it('of an unknown id is 404 in the words that clients know', async () => {
    const id = randomUUID();
    expect((await refusal(contracts.get(id))).message).toBe(`dataContract instance for ${id} not found`);
  });
});

describe('the list of contracts', () => {
  it('filters by entity: id and FQN, and nothing for what is not there', async () => {
    const [made] = [await contracts.contract(), await contracts.contract()];
    const { id, fullyQualifiedName } = made.entity as Document;
    for (const entity of [id, id.toUpperCase(), fullyQualifiedName]) {
      expect(await contracts.list({ entity })).toMatchObject({ data: [{ id: made.id }], paging: { total: 1 } });
    }
    for (const entity of [randomUUID(), 'no.such.asset', made.id, 'x'.repeat(36), `${id}0`, '']) {
      expect(await contracts.list({ entity })).toEqual({ data: [], paging: { total: 0 } });
    }
  });

  it('filters by owner: id and FQN, of the contract itself and of an asset whose contract has none', async () => {
    const [owner, other] = [await contracts.user(), await contracts.user()];
    const owned = { owners: [reference(owner, 'user')] };
    const made = await contracts.contract(owned);
    const inheriting = await contracts.contract({}, await contracts.table(owned));
    await contracts.contract({ owners: [reference(other, 'user')] }, await contracts.table(owned));
    for (const name of [owner.id, owner.fullyQualifiedName])
      expect(ids(await contracts.list({ owner: name }))).toEqual([made.id, inheriting.id].sort());
  });

  it.each(['status', 'latestStatus'])(
    'refuses a %s that there is not, and tells those that there are',
    async (name) => {
      const refused = contracts.list({ [name]: 'Bogus' });
      await expect(refused).rejects.toMatchObject({
        code: 'BAD_REQUEST',
        details: [{ field: name, message: expect.stringMatching(/^must be one of .+; got "Bogus"$/) as string }],
      });
    },
  );

  it('filters by status and by the status of the latest result, alone and together', async () => {
    const owner = await contracts.user();
    const of = (entityStatus: string) => contracts.contract({ entityStatus, owners: [reference(owner, 'user')] });
    const [draft, active, approved] = [await of('Draft'), await of('Active'), await of('Approved')];
    await contracts.result(draft, 'Failed', 1e12);
    await contracts.result(active, 'Failed', 1e12);
    await contracts.result(active, 'Success', 1e12 + 1);
    await contracts.result(approved, 'Failed', 1e12);
    const mine = (filters: Record<string, string>) => contracts.list({ owner: owner.id, ...filters });
    expect(ids(await mine({ status: 'Active' }))).toEqual([active.id]);
    expect(ids(await mine({ latestStatus: 'Failed' }))).toEqual([draft.id, approved.id].sort());
    expect(ids(await mine({ latestStatus: 'Failed', status: 'Approved' }))).toEqual([approved.id]);
    expect(await mine({ latestStatus: 'Aborted' })).toEqual({ data: [], paging: { total: 0 } });
    expect((await mine({})).paging.total).toBe(3);
  });

  it('filters by the service of the asset, by the tier of either, and by a part of the names', async () => {
    const service = await contracts.make('databaseService', { serviceType: 'Postgres' });
    const database = await contracts.make('database', { service: service.fullyQualifiedName });
    const schema = await contracts.make('databaseSchema', { database: database.fullyQualifiedName });
    const classification = await contracts.make('classification', { description: 'Tiers' });
    const tag = await contracts.make('tag', {
      classification: classification.fullyQualifiedName,
      description: 'First',
    });
    const tags = [{ tagFQN: tag.fullyQualifiedName }];
    const table = (more: Json) => contracts.table({ databaseSchema: schema.fullyQualifiedName, ...more });
    const plain = await contracts.contract({}, await table({}));
    const ofAsset = await contracts.contract({}, await table({ tags }));
    const own = await contracts.contract({ tags }, await table({}));
    const elsewhere = await contracts.contract({ tags });

    expect(ids(await contracts.list({ service: service.fullyQualifiedName }))).toEqual(
      [plain.id, ofAsset.id, own.id].sort(),
    );
    expect(await contracts.list({ service: database.fullyQualifiedName })).toEqual({ data: [], paging: { total: 0 } });
    expect(ids(await contracts.list({ tier: tag.fullyQualifiedName }))).toEqual(
      [ofAsset.id, own.id, elsewhere.id].sort(),
    );
    expect(await contracts.list({ tier: classification.fullyQualifiedName })).toMatchObject({ paging: { total: 0 } });
    for (const text of [plain.name.slice(2), plain.name.toUpperCase(), plain.fullyQualifiedName])
      expect(await contracts.list({ text })).toMatchObject({ data: [{ id: plain.id }], paging: { total: 1 } });
    expect(await contracts.list({ text: `${plain.name}%` })).toMatchObject({ paging: { total: 0 } });
    const together = { service: service.fullyQualifiedName, tier: tag.fullyQualifiedName, text: own.name };
    expect(ids(await contracts.list(together))).toEqual([own.id]);

    const blindTo = (...resources: string[]): Actor => ({
      ...ADMIN,
      isAdmin: false,
      rules: [
        { name: 'all', effect: 'allow', operations: ['ViewAll'], resources: ['All'] },
        { name: 'none', effect: 'deny', operations: ['All'], resources },
      ],
    });
    expect(ids(await contracts.list(together, {}, blindTo('chart')))).toEqual([own.id]);
    const nothing = { data: [], paging: { total: 0 } };
    expect(await contracts.list({ tier: together.tier }, {}, blindTo('tag'))).toEqual(nothing);
    expect(await contracts.list({ service: together.service }, {}, blindTo('databaseService'))).toEqual(nothing);
  });

  it('pages forward and back through a filter by owner, and each page costs one statement', async () => {
    const owner = await contracts.user();
    const names = ['a', 'b', 'b', 'b', 'c'];
    const made = await Promise.all(
      names.map((name) => contracts.contract({ name, owners: [reference(owner, 'user')] })),
    );
    const walk = async (direction: 'after' | 'before', start?: string): Promise<string[]> => {
      const before = contracts.database.statements;
      const page = await contracts.list({ owner: owner.id }, { limit: 2, ...(start ? { [direction]: start } : {}) });
      expect(contracts.database.statements - before).toBe(1);
      expect(page.paging.total).toBe(5);
      const next = page.paging[direction];
      const here = page.data.map(({ id }) => id);
      if (next === undefined) return here;
      return direction === 'after'
        ? [...here, ...(await walk(direction, next))]
        : [...(await walk(direction, next)), ...here];
    };
    const forward = await walk('after');
    expect([...forward].sort()).toEqual(made.map(({ id }) => id).sort());
    const all = await contracts.list({ owner: owner.id });
    expect(forward).toEqual(all.data.map(({ id }) => id));
    const second = await contracts.list({ owner: owner.id }, { limit: 4 });
    const end = await contracts.list({ owner: owner.id }, { limit: 4, after: second.paging.after });
    expect(await walk('before', end.paging.before)).toEqual(forward.slice(0, 4));
  });

  it('leaves out what is deleted, unless it is asked for', async () => {
    const owner = await contracts.user();
    const of = () => contracts.contract({ owners: [reference(owner, 'user')] });
    const [live, hidden] = [await of(), await of()];
    await contracts.remove('dataContract', hidden);
    const listed = async (include: 'all' | 'deleted' | 'non-deleted') =>
      ids(await contracts.list({ owner: owner.id }, { include }));
    expect(await listed('non-deleted')).toEqual([live.id]);
    expect(await listed('deleted')).toEqual([hidden.id]);
    expect(await listed('all')).toEqual([live.id, hidden.id].sort());
  });

  it('has the base fields of a single read', async () => {
    const made = await full();
    const { data } = await contracts.list({ entity: (made.entity as Document).id });
    expect(data).toEqual([await contracts.get(made.id)]);
  });
});

describe('who may', () => {
  const rule = (...operations: ('ViewAll' | 'EditAll')[]) => ({
    name: 'r',
    effect: 'allow' as const,
    resources: ['All'],
    operations,
  });
  const actor = (ownerIds: string[]) => ({
    name: 'u',
    id: randomUUID(),
    isAdmin: false,
    ownerIds: new Set(ownerIds),
    rules: [rule('ViewAll')],
  });

  it('change a contract without owners: the owners of its asset, and nobody else who may only view', async () => {
    const [owner, stranger] = [await contracts.user(), await contracts.user()];
    const made = await contracts.contract({}, await contracts.table({ owners: [reference(owner, 'user')] }));
    const describe = [{ op: 'add', path: '/termsOfUse', value: 'T' }];
    const change = (who: Document) =>
      contracts.writer.patch(actor([who.id]), dataContractType, { id: made.id }, describe);
    expect((await refusal(change(stranger))).code).toBe('FORBIDDEN');
    expect(read(await change(owner))).toMatchObject({ termsOfUse: 'T', updatedBy: 'u' });
  });

  it('change a contract with owners: these, and no longer those of the asset', async () => {
    const [ofAsset, ofContract] = [await contracts.user(), await contracts.user()];
    const table = await contracts.table({ owners: [reference(ofAsset, 'user')] });
    const made = await contracts.contract({ owners: [reference(ofContract, 'user')] }, table);
    const change = (who: Document) =>
      contracts.writer.patch(actor([who.id]), dataContractType, { id: made.id }, [
        { op: 'add', path: '/sla', value: { availability: 1 } },
      ]);
    expect((await refusal(change(ofAsset))).code).toBe('FORBIDDEN');
    expect(read(await change(ofContract))).toMatchObject({ sla: { availability: 1 } });
  });
});
