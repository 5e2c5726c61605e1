import type { Actor } from '@app/common';
import { refusal, type Document, type Json } from '../contracts/contract.fixture';
import { ADMIN, ProductWorld, PROMISES, RULE, SECURITY, SLA } from './product-world';

const marked = (part: object): object => ({ ...part, inherited: true });

describe('the contract that holds for an asset', () => {
  let world: ProductWorld;
  beforeAll(async () => {
    world = await ProductWorld.open();
  });
  afterAll(() => world?.close());

  const patch = (contract: Document, path: string, value: unknown): Promise<Document> =>
    world.contracts.patch(contract, [{ op: 'add', path, value }]);

  it('is that of its data product where it has none of its own', async () => {
    const { contract, table } = await world.inheriting();
    const effective = await world.effective(table);
    expect(effective).toMatchObject({
      id: contract.id,
      name: contract.name,
      fullyQualifiedName: contract.fullyQualifiedName,
      version: contract.version,
      inherited: true,
      entityStatus: 'Draft',
      entity: { id: table.id, type: 'table', name: table.name, fullyQualifiedName: table.fullyQualifiedName },
      termsOfUse: 'Not for resale.',
    });
    expect(effective.sla).toEqual(marked(SLA));
    expect(effective.security).toEqual(marked(SECURITY));
    expect(effective.semantics).toEqual([{ ...RULE, enabled: true, inherited: true }]);
    expect(effective).not.toHaveProperty('latestResult');
  });

  it('leaves out what is never inherited', async () => {
    const { contract, table } = await world.inheriting();
    await world.contracts.result(contract, 'Success', 1_700_000_000_000);
    expect((await world.contracts.get(contract.id)).latestResult).toBeDefined();
    expect(await world.effective(table)).not.toHaveProperty('latestResult');
  });

  it('is its own with what that inherits', async () => {
    const { product, table } = await world.inheriting();
    const schema = [{ name: 'id', dataType: 'BIGINT' }];
    const mine = { name: 'mine', description: 'd', rule: { '!!': { var: 'description' } } };
    const sla = { refreshFrequency: 'PT1H' };
    const own = await world.contracts.contract({ schema, semantics: [mine], sla, entityStatus: 'Active' }, table);
    const effective = await world.effective(table);
    expect(effective).toMatchObject({ id: own.id, name: own.name, version: own.version, entityStatus: 'Active', sla });
    expect(effective.sla).toEqual(sla);
    expect(effective.schema).toMatchObject(schema);
    expect((effective.semantics as { name: string }[]).map(({ name }) => name)).toEqual([RULE.name, 'mine']);
    expect(effective).not.toHaveProperty('inherited');
    expect(await world.effective(product, undefined, 'dataProduct')).not.toHaveProperty('inherited');
  });

  it('is read from the contract itself, by id and by FQN, where that is asked for', async () => {
    const { table } = await world.inheriting();
    const own = await world.contracts.contract({}, table);
    const read = async (key: { id: string } | { fqn: string }, effective: boolean): Promise<unknown> => {
      const view = { include: 'non-deleted' as const, effective, terms: 'text' as const };
      return JSON.parse((await world.contracts.service.get(ADMIN, key, view)).json);
    };
    const byEntity = await world.effective(table);
    expect(byEntity.termsOfUse).toBe(PROMISES.termsOfUse);
    expect(await read({ id: own.id }, true)).toEqual(byEntity);
    expect(await read({ fqn: own.fullyQualifiedName }, true)).toEqual(byEntity);
    expect(await read({ id: own.id }, false)).not.toHaveProperty('termsOfUse');
  });

  it('is not inherited from two data products', async () => {
    const [one, other] = [await world.product(), await world.product()];
    await world.contractOf(one);
    const table = await world.table(one, other);
    expect((await refusal(world.effective(table))).code).toBe('NOT_FOUND');
    await world.contracts.remove('dataProduct', other);
    expect(await world.effective(table)).toMatchObject({ inherited: true });
  });

  it.each(['Draft', 'In Review', 'Rejected', 'Unprocessed'])(
    'is not inherited from a contract that is %s',
    async (entityStatus) => {
      const { table } = await world.inheriting({ ...PROMISES, entityStatus });
      const { code, message } = await refusal(world.effective(table));
      expect([code, message]).toEqual([
        'NOT_FOUND',
        expect.stringMatching(
          `^dataContract instance for ${table.id} not found: .* its status is ${entityStatus}, and`,
        ),
      ]);
    },
  );

  it('is inherited from an approved one too', async () => {
    const { table } = await world.inheriting({ ...PROMISES, entityStatus: 'Approved' });
    expect(await world.effective(table)).toMatchObject({ inherited: true, entityStatus: 'Draft' });
  });

  it.each<[string, (at: Awaited<ReturnType<ProductWorld['inheriting']>>) => Promise<unknown>]>([
    ['the contract is deprecated', ({ contract }) => patch(contract, '/entityStatus', 'Deprecated')],
    ['the contract is deleted', ({ contract }) => world.contracts.remove('dataContract', contract)],
    ['the product is deleted', ({ product }) => world.contracts.remove('dataProduct', product)],
  ])('is inherited no more at once when %s', async (_what, change) => {
    const at = await world.inheriting();
    expect(await world.effective(at.table)).toMatchObject({ inherited: true });
    await change(at);
    expect((await refusal(world.effective(at.table))).code).toBe('NOT_FOUND');
  });

  it('changes at once with that of the product', async () => {
    const { contract, table } = await world.inheriting();
    await patch(contract, '/termsOfUse', 'For everyone.');
    expect(await world.effective(table)).toMatchObject({ termsOfUse: 'For everyone.' });
  });

  it('shows the fields that are asked for: of the own contract, else of the inherited one', async () => {
    const user = await world.contracts.user();
    const owners = [{ id: user.id, type: 'user' }];
    const { table } = await world.inheriting({ ...PROMISES, owners, extension: { of: 'product' } });
    expect(await world.effective(table)).not.toHaveProperty('owners');
    expect(await world.effective(table, 'owners,extension')).toMatchObject({ owners, extension: { of: 'product' } });
    await world.contracts.contract({ extension: { of: 'table' } }, table);
    expect(await world.effective(table, 'owners,extension')).toMatchObject({ owners: [], extension: { of: 'table' } });
  });

  it('is refused for what is no asset, or one of another type', async () => {
    const { table } = await world.inheriting();
    const wrong = await refusal(world.effective(table, undefined, 'topic'));
    expect([wrong.code, wrong.message]).toEqual(['NOT_FOUND', `topic instance for ${table.id} not found`]);
    await world.contracts.remove('table', table);
    expect((await refusal(world.effective(table))).code).toBe('NOT_FOUND');
    expect((await refusal(world.effective(table, 'nope'))).code).toBe('NOT_FOUND');
  });

  it('takes two statements, also where references are asked for', async () => {
    const inheriting = await world.inheriting();
    const merged = await world.inheriting();
    await world.contracts.contract({}, merged.table);
    const { database } = world.contracts;
    const statements = async (read: () => Promise<Json>): Promise<number> => {
      const before = database.statements;
      await read();
      return database.statements - before;
    };
    expect(await statements(() => world.effective(inheriting.table))).toBe(2);
    expect(await statements(() => world.effective(merged.table))).toBe(2);
    expect(await statements(() => world.effective(inheriting.table, 'owners'))).toBe(2);
  });

  it('takes one statement where both texts are cached, until one of them has changed', async () => {
    const { contract, table } = await world.inheriting();
    const own = await world.contracts.contract({ description: 'first' }, table);
    await world.effective(table);
    const { database } = world.contracts;
    const read = async (): Promise<[number, Document & Json]> => {
      const before = database.statements;
      const effective = await world.effective(table);
      return [database.statements - before, effective];
    };
    expect(await read()).toMatchObject([1, { termsOfUse: 'Not for resale.', description: 'first' }]);
    await patch(contract, '/termsOfUse', 'For resale.');
    expect(await read()).toMatchObject([2, { termsOfUse: 'For resale.' }]);
    expect(await read()).toMatchObject([1, { termsOfUse: 'For resale.' }]);
    await patch(own, '/description', 'second');
    expect(await read()).toMatchObject([2, { termsOfUse: 'For resale.', description: 'second' }]);
    await patch(contract, '/entityStatus', 'Deprecated');
    expect((await read())[1]).not.toHaveProperty('termsOfUse');
  });

  it('is told to many who ask at once: each its own, a refusal to nobody else', async () => {
    const [one, other] = [await world.inheriting(), await world.inheriting({ termsOfUse: 'Other terms.' })];
    const alone = await world.contracts.table();
    await world.contracts.contract({ description: 'own' }, one.table);
    const nothing: Pick<Document, 'id'> = { id: '00000000-0000-4000-8000-000000000000' };
    const asked = [one.table, other.table, alone, nothing as Document];
    const { database } = world.contracts;
    const before = database.statements;
    const answers = await Promise.all(
      Array.from({ length: 80 }, (_, i) =>
        world.effective(asked[i % 4] as Document).catch(({ message }: Error) => ({ message })),
      ),
    );
    // The third says why the one without a contract has none.
    expect(database.statements - before).toBe(3);
    answers.forEach((answer, i) =>
      expect(answer).toMatchObject(
        [
          { description: 'own', termsOfUse: PROMISES.termsOfUse, entity: { id: one.table.id } },
          { inherited: true, termsOfUse: 'Other terms.', entity: { id: other.table.id } },
          { message: expect.stringContaining(`dataContract instance for ${alone.id} not found: `) as string },
          { message: `table instance for ${nothing.id} not found` },
        ][i % 4] as object,
      ),
    );
  });

  it('is told to each caller by what that one may see', async () => {
    const { table } = await world.inheriting();
    const asset = { type: 'table', id: table.id };
    const nobody: Actor = { ...ADMIN, name: 'nobody', isAdmin: false, rules: [] };
    const [seen, hidden] = await Promise.allSettled([
      world.contracts.service.ofAsset(ADMIN, asset, { terms: 'text' }),
      world.contracts.service.ofAsset(nobody, asset, { terms: 'text' }),
    ]);
    expect(seen.status).toBe('fulfilled');
    expect(hidden).toMatchObject({ status: 'rejected', reason: { code: 'FORBIDDEN' } });
  });

  it('is judged by one version at a time: readers never see half of a change of the product’s contract', async () => {
    const { contract, table } = await world.inheriting();
    await world.contracts.contract({}, table);
    const texts = ['even', 'odd'];
    const writing = (async () => {
      for (let round = 0; round < 20; round++) {
        const word = texts[round % 2];
        await world.contracts.patch(contract, [
          { op: 'replace', path: '/termsOfUse', value: word },
          { op: 'replace', path: '/security/dataClassification', value: word },
        ]);
      }
    })();
    for (let round = 0; round < 60; round++) {
      const { termsOfUse, security } = (await world.effective(table)) as unknown as {
        termsOfUse: string;
        security: { dataClassification: string };
      };
      if (texts.includes(termsOfUse)) expect(security.dataClassification).toBe(termsOfUse);
    }
    await writing;
  });
});
