import { ChangeControl } from '@app/contracts';
import { refusal, wrongFields, type Document, type Json } from '../contracts/contract.fixture';
import { ADMIN, ProductWorld } from './product-world';

const ID = { name: 'id', dataType: 'BIGINT', constraint: 'PRIMARY_KEY' };
const NOTE = { name: 'note', dataType: 'VARCHAR', dataLength: 200 };
const BODY = { schema: [ID, NOTE], sla: { availability: 99 }, description: 'first' };

describe('the changes of a contract', () => {
  let world: ProductWorld;
  let changes: ChangeControl;
  beforeAll(async () => {
    world = await ProductWorld.open();
    changes = world.contracts.part(ChangeControl);
  });
  afterAll(() => world?.close());

  const patch = (contract: Document, ...operations: Json[]): Promise<Document> =>
    world.contracts.patch(contract, operations);

  /** Versions 0.1, 0.2 (described anew), 1.2 (without a column). */
  async function withHistory(): Promise<Document> {
    const contract = await world.contracts.contract(BODY);
    await patch(contract, { op: 'replace', path: '/description', value: 'second' });
    return patch(contract, { op: 'remove', path: '/schema/1' });
  }

  it('are those between two versions', async () => {
    const contract = await withHistory();
    expect(contract.version).toBe(1.2);
    const between = (from?: string, to?: string) => changes.betweenVersions(ADMIN, contract.id, { from, to });
    const [whole, first] = [await between('0.1', '1.2'), await between('0.1', '0.2')];
    expect(whole).toMatchObject({ from: 0.1, to: 1.2, compatible: false });
    expect(whole.changes.map(({ path, compatibility }) => [path, compatibility])).toEqual([
      ['schema.note', 'breaking'],
      ['description', 'info'],
    ]);
    expect(first).toMatchObject({ from: 0.1, to: 0.2, compatible: true });
    expect(first.changes).toMatchObject([{ path: 'description', from: 'first', to: 'second', compatibility: 'info' }]);
    expect(first.changes[0]?.reason).toBeTruthy();
  });

  it('are by default those of the last change', async () => {
    const contract = await withHistory();
    const between = (from?: string, to?: string) => changes.betweenVersions(ADMIN, contract.id, { from, to });
    expect(await between()).toEqual(await between('0.2', '1.2'));
    expect(await between(undefined, '0.2')).toEqual(await between('0.1', '0.2'));
    expect(await between('0.1')).toEqual(await between('0.1', '1.2'));
    expect((await between('1.2', '1.2')).changes).toEqual([]);
    expect(await between('1.2', '0.1')).toMatchObject({ from: 1.2, to: 0.1, compatible: true });
  });

  it('are refused for malformed versions', async () => {
    const contract = await world.contracts.contract(BODY);
    const between = (from?: string, to?: string) => changes.betweenVersions(ADMIN, contract.id, { from, to });
    expect((await refusal(between('0.1', '7.0'))).code).toBe('NOT_FOUND');
    expect((await refusal(between('one', '0.1'))).code).toBe('BAD_REQUEST');
    expect(await wrongFields(between())).toEqual(['from']);
    const nothing = '00000000-0000-4000-8000-000000000000';
    expect((await refusal(changes.betweenVersions(ADMIN, nothing, {}))).code).toBe('NOT_FOUND');
  });

  it('of a proposed document are told, and nothing is stored', async () => {
    const contract = await world.contracts.contract(BODY);
    const stored = await world.contracts.get(contract.id);
    const document = { ...BODY, schema: [ID], sla: { availability: 95, refreshFrequency: 'P1D' } };
    const { from, to, compatible, changes: found } = await changes.withProposed(ADMIN, contract.id, document);
    expect({ from, to, compatible }).toEqual({ from: 0.1, to: undefined, compatible: false });
    expect(found.map(({ path, compatibility }) => `${path} ${compatibility}`).sort()).toEqual([
      'schema.note breaking',
      'sla.availability breaking',
      'sla.refreshFrequency compatible',
    ]);
    expect(await world.contracts.get(contract.id)).toEqual(stored);
  });

  it('of a contract as it was read are none', async () => {
    const contract = await world.contracts.contract({ ...BODY, extension: { a: 1 } });
    await world.contracts.result(contract, 'Success', 1_700_000_000_000);
    const read = await world.contracts.get(contract.id, '*');
    expect(read.latestResult).toBeDefined();
    expect((await changes.withProposed(ADMIN, contract.id, read)).changes).toEqual([]);
  });

  it('are read as a PUT would read them: types in any letter case, terms as an object', async () => {
    const contract = await world.contracts.contract({ schema: [ID], termsOfUse: 'terms' });
    const document = { schema: [{ ...ID, dataType: 'bigint' }], termsOfUse: { content: 'terms' } };
    expect((await changes.withProposed(ADMIN, contract.id, document)).changes).toEqual([]);
  });

  it('may name columns that the asset is yet to get', async () => {
    const contract = await world.contracts.contract({ schema: [ID] });
    const document = { schema: [ID, { name: 'discount', dataType: 'DECIMAL' }] };
    expect(await changes.withProposed(ADMIN, contract.id, document)).toMatchObject({
      compatible: true,
      changes: [{ path: 'schema.discount', compatibility: 'compatible' }],
    });
  });

  it('tell of another name, and are refused for another asset', async () => {
    const contract = await world.contracts.contract({ schema: [ID] });
    const renamed = await changes.withProposed(ADMIN, contract.id, { name: 'other', schema: [ID] });
    expect(renamed).toMatchObject({
      compatible: true,
      changes: [{ path: 'name', to: 'other', compatibility: 'info' }],
    });
    const other = await world.contracts.table();
    const entity = { id: other.id, type: 'table' };
    expect(await wrongFields(changes.withProposed(ADMIN, contract.id, { entity, schema: [ID] }))).toEqual(['entity']);
  });

  describe('of a document of the standard', () => {
    const STANDARD = {
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'orders',
      version: '1.0.0',
      status: 'draft',
      schema: [
        {
          name: 'orders',
          properties: [
            { name: 'id', physicalType: 'BIGINT', logicalType: 'integer', primaryKey: true },
            { name: 'note', physicalType: 'VARCHAR(200)', logicalType: 'string' },
          ],
        },
      ],
    };

    it('are told as those of one of ours', async () => {
      const reviewer = await world.contracts.user();
      const reviewers = [{ id: reviewer.id, type: 'user' }];
      const contract = await world.contracts.contract({ schema: [ID, NOTE], reviewers, extension: { a: 1 } });
      const same = await changes.withProposed(ADMIN, contract.id, STANDARD);
      expect(same.changes.filter(({ compatibility }) => compatibility !== 'info')).toEqual([]);
      expect(same.changes.map(({ path }) => path)).not.toContain('reviewers');
      const [orders] = STANDARD.schema;
      const less = { ...STANDARD, schema: [{ ...orders, properties: orders?.properties.slice(0, 1) }] };
      const { compatible, changes: found } = await changes.check(ADMIN, contract.id, less, 'backward');
      expect(compatible).toBe(false);
      expect(found).toContainEqual(expect.objectContaining({ path: 'schema.note', compatibility: 'breaking' }));
      expect(await world.contracts.get(contract.id)).toMatchObject({ version: 0.1 });
    });

    it('take the test cases away that it does not have, as a replacing import does', async () => {
      const table = await world.contracts.table();
      const testCase = await world.contracts.testCase(table);
      const qualityExpectations = [{ id: testCase.id, type: 'testCase' }];
      const contract = await world.contracts.contract({ schema: [ID, NOTE], qualityExpectations }, table);
      const { changes: found } = await changes.withProposed(ADMIN, contract.id, STANDARD);
      expect(found.filter(({ path }) => path.startsWith('qualityExpectations'))).toEqual([
        expect.objectContaining({ from: expect.objectContaining({ id: testCase.id }), compatibility: 'breaking' }),
      ]);
    });

    it('are refused where the document is none', async () => {
      const contract = await world.contracts.contract({ schema: [ID] });
      const check = (document: object) => changes.check(ADMIN, contract.id, document, 'backward');
      expect(await wrongFields(check({ ...STANDARD, kind: 'Recipe' }))).toEqual(['kind']);
      expect(await wrongFields(check({ ...STANDARD, apiVersion: 'v9' }))).toEqual(['apiVersion']);
    });
  });

  it('are refused where a PUT would be, each fault named', async () => {
    const contract = await world.contracts.contract({ schema: [ID] });
    const document = { nope: 1, schema: [{ name: 'id' }], semantics: [{ name: 'r', rule: { nope: 1 } }] };
    expect(await wrongFields(changes.withProposed(ADMIN, contract.id, document))).toContain('nope');
    expect((await refusal(changes.withProposed(ADMIN, contract.id, 'text'))).code).toBe('BAD_REQUEST');
    const toDeprecated = { schema: [ID], entityStatus: 'Deprecated' };
    expect(await wrongFields(changes.check(ADMIN, contract.id, toDeprecated, 'backward'))).toEqual(['entityStatus']);
  });

  it('are refused of a deleted contract', async () => {
    const contract = await world.contracts.contract({ schema: [ID] });
    await world.contracts.remove('dataContract', contract);
    expect((await refusal(changes.withProposed(ADMIN, contract.id, {}))).code).toBe('NOT_FOUND');
    expect((await refusal(changes.check(ADMIN, contract.id, {}, 'none'))).code).toBe('NOT_FOUND');
  });

  describe('are compatible by the mode that is asked for', () => {
    const cases = {
      'a column more': { schema: [ID, NOTE, { name: 'amount', dataType: 'DECIMAL' }] },
      'a column less': { schema: [ID] },
      'another description': { schema: [ID, NOTE], description: 'second' },
    };
    it.each<[keyof typeof cases, 'backward' | 'forward' | 'full' | 'none', boolean]>([
      ['a column more', 'backward', true],
      ['a column more', 'forward', false],
      ['a column more', 'full', false],
      ['a column more', 'none', true],
      ['a column less', 'backward', false],
      ['a column less', 'forward', true],
      ['a column less', 'full', false],
      ['a column less', 'none', true],
      ['another description', 'backward', true],
      ['another description', 'forward', true],
      ['another description', 'full', true],
    ])('%s, %s: %s', async (which, mode, compatible) => {
      const contract = await world.contracts.contract({ schema: [ID, NOTE], description: 'first' });
      const verdict = await changes.check(ADMIN, contract.id, { description: 'first', ...cases[which] }, mode);
      expect(verdict.compatible).toBe(compatible);
      expect(verdict.changes.length).toBeGreaterThan(0);
    });
  });

  it('raise the version as they are judged', async () => {
    const contract = await world.contracts.contract(BODY);
    for (const [document, version] of [
      [{ ...BODY, description: 'second' }, 0.2],
      [{ ...BODY, description: 'second', sla: { availability: 90 } }, 1.2],
    ] as const) {
      const { compatible } = await changes.withProposed(ADMIN, contract.id, document);
      const entity = { id: (contract.entity as { id: string }).id, type: 'table' };
      const stored = await world.contracts.put({ name: contract.name, entity, ...document });
      expect(stored.version).toBe(version);
      expect(compatible).toBe(Math.floor(version) === 0);
    }
  });
});
