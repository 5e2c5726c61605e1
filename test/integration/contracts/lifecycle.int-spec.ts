import { entityTypes } from '@app/catalog';
import { ADMIN, ContractFixture, newName, refusal, wrongFields, type Document } from './contract.fixture';

let contracts: ContractFixture;
beforeAll(async () => {
  contracts = await ContractFixture.open();
});
afterAll(() => contracts.close());

const WORDS = ['Draft', 'Active', 'Deprecated', 'In Review', 'Approved', 'Rejected', 'Unprocessed'];
const REFUSED = new Set(['Draft → Deprecated', 'Deprecated → Draft']);
const WAYS = WORDS.flatMap((from) => WORDS.filter((to) => to !== from).map((to) => [from, to] as const));

const setStatus = (contract: Document, status: string) =>
  contracts.patch(contract, [{ op: 'add', path: '/entityStatus', value: status }]);

/** A contract that was written with this status at once, as a new one may. */
const withStatus = (entityStatus: string) => contracts.contract({ entityStatus });

describe('status', () => {
  it.each(WAYS)('%s → %s', async (from, to) => {
    const made = await withStatus(from);
    const outcome = setStatus(made, to);
    if (!REFUSED.has(`${from} → ${to}`)) {
      expect(await outcome).toMatchObject({ entityStatus: to, version: 0.2 });
      return;
    }
    const { details } = await refusal(outcome);
    const message = expect.stringContaining(
      `cannot go from ${from} to ${to}; allowed from ${from}: Active, In Review`,
    ) as string;
    expect(details).toEqual([{ field: 'entityStatus', message }]);
    expect(await contracts.get(made.id)).toMatchObject({ entityStatus: from, version: 0.1 });
  });

  it('counts for PUT too, and one that is not spoken of stays', async () => {
    const table = await contracts.table();
    const entity = { id: table.id, type: 'table' };
    const made = await contracts.put({ name: 'c', entity, entityStatus: 'Deprecated' });
    expect(await wrongFields(contracts.put({ name: 'c', entity, entityStatus: 'Draft' }))).toEqual(['entityStatus']);
    expect(await contracts.put({ name: 'c', entity, description: 'd' })).toMatchObject({ entityStatus: 'Deprecated' });
    expect(await contracts.patch(made, [{ op: 'remove', path: '/entityStatus' }])).toMatchObject({
      entityStatus: 'Deprecated',
    });
  });

  it('stands in the filter of lists', async () => {
    const made = await withStatus('Draft');
    const ids = async (status: string) =>
      (await contracts.list({ status, entity: entityOf(made) })).data.map(({ id }) => id);
    await setStatus(made, 'Active');
    expect([await ids('Draft'), await ids('Active')]).toEqual([[], [made.id]]);
  });
});

describe('names', () => {
  it('follow the asset, its schema and its service', async () => {
    const table = await contracts.table();
    const made = await contracts.contract(
      { name: 'a.b', qualityExpectations: [(await contracts.testCase(table)).id] },
      table,
    );
    const name = newName('renamed');
    const renamed = await contracts.writer.patch(ADMIN, entityTypes.get('table'), { id: table.id }, [
      { op: 'replace', path: '/name', value: name },
    ]);
    const fqn = `${(JSON.parse(renamed.json) as Document).fullyQualifiedName}."dataContract_a.b"`;
    expect(fqn).toContain(`.${name}.`);
    expect(await contracts.byFqn(fqn)).toMatchObject({ id: made.id, version: 0.1, entity: { name } });
    expect((await refusal(contracts.byFqn(made.fullyQualifiedName))).code).toBe('NOT_FOUND');
    const [schema] = await contracts.database.query<{ id: string }>(`select id from entity where fqn = $1`, [
      contracts.schema,
    ]);
    const other = newName('schema');
    const operations = [{ op: 'replace', path: '/name', value: other }];
    const moved = await contracts.writer.patch(
      ADMIN,
      entityTypes.get('databaseSchema'),
      { id: schema!.id },
      operations,
    );
    contracts.schema = (JSON.parse(moved.json) as Document).fullyQualifiedName;
    const deep = await contracts.get(made.id);
    expect(deep.fullyQualifiedName).toBe(`${contracts.schema}.${name}."dataContract_a.b"`);
    expect(deep.qualityExpectations).toEqual([
      expect.objectContaining({
        fullyQualifiedName: expect.stringContaining(`${contracts.schema}.${name}.`) as string,
      }),
    ]);
  });
});

describe('deletion', () => {
  it('hides a contract, and restore brings it back as it was', async () => {
    const made = await contracts.contract({ termsOfUse: 'T', extension: { a: 1 } });
    await contracts.result(made, 'Failed', 1e12);
    expect(await contracts.remove('dataContract', made)).toMatchObject({ id: made.id, deleted: true });
    expect((await refusal(contracts.get(made.id))).code).toBe('NOT_FOUND');
    expect((await refusal(contracts.patch(made, [{ op: 'remove', path: '/termsOfUse' }]))).code).toBe('NOT_FOUND');
    expect((await refusal(contracts.remove('dataContract', made))).code).toBe('NOT_FOUND');
    expect(await contracts.get(made.id, '*', 'deleted')).toMatchObject({ termsOfUse: 'T', deleted: true });
    const back = await contracts.restore('dataContract', made);
    expect(back).toMatchObject({
      termsOfUse: 'T',
      extension: { a: 1 },
      deleted: false,
      latestResult: { status: 'Failed' },
    });
    expect(await contracts.get(made.id, '*')).toEqual(back);
  });

  it('of the asset hides the contract, is not refused for it, and restore brings it back', async () => {
    const table = await contracts.table();
    const made = await contracts.contract({}, table);
    await contracts.remove('table', table);
    expect((await refusal(contracts.get(made.id))).code).toBe('NOT_FOUND');
    expect((await contracts.list({ entity: table.id })).paging.total).toBe(0);
    expect((await refusal(contracts.restore('dataContract', made))).code).toBe('BAD_REQUEST');
    expect((await refusal(contracts.contract({}, table))).code).toBe('NOT_FOUND');
    await contracts.restore('table', table);
    expect(await contracts.get(made.id)).toEqual(await contracts.byFqn(made.fullyQualifiedName));
    expect((await contracts.list({ entity: table.id })).data.map(({ id }) => id)).toEqual([made.id]);
    expect((await refusal(contracts.contract({}, table))).message).toMatch(/^A data contract already exists/);
  });

  it('of the asset does not bring back a contract that was deleted before', async () => {
    const table = await contracts.table();
    const made = await contracts.contract({}, table);
    await contracts.remove('dataContract', made);
    await contracts.remove('table', table);
    await contracts.restore('table', table);
    expect((await refusal(contracts.get(made.id))).code).toBe('NOT_FOUND');
    expect(await contracts.restore('dataContract', made)).toMatchObject({ deleted: false });
  });

  it('for good takes the contract with its results, by itself and with its asset', async () => {
    const table = await contracts.table();
    const [alone, below] = [await contracts.contract(), await contracts.contract({}, table)];
    for (const contract of [alone, below]) await contracts.result(contract, 'Success', 1e12);
    await contracts.remove('dataContract', alone, true);
    await contracts.remove('table', table, true);
    const count = async (text: string) =>
      (await contracts.database.query<{ n: number }>(text, [[alone.id, below.id]]))[0]?.n;
    expect(await count(`select count(*)::int n from entity where id = any($1)`)).toBe(0);
    const left = `select count(*)::int n from contract c left join entity e using (node) where e.id is null or e.id = any($1)`;
    expect(await count(left)).toBe(0);
    expect((await refusal(contracts.get(below.id, undefined, 'all'))).code).toBe('NOT_FOUND');
  });

  it('lets a PUT of the same name bring the contract back', async () => {
    const table = await contracts.table();
    const body = { name: 'c', entity: { id: table.id, type: 'table' } };
    const made = await contracts.put({ ...body, termsOfUse: 'T' });
    await contracts.remove('dataContract', made);
    expect((await refusal(contracts.create(body))).code).toBe('CONFLICT');
    expect(await contracts.put({ ...body, termsOfUse: 'U' })).toMatchObject({
      id: made.id,
      created: false,
      termsOfUse: 'U',
      deleted: false,
    });
  });
});

function entityOf(contract: Document): string {
  return (contract.entity as { id: string }).id;
}
