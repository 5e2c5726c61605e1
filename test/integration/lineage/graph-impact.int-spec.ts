import { ContractImpacts, type ContractImpact, type ImpactQuestion } from '@app/contracts';
import { EdgeService } from '@app/lineage';
import { ADMIN, ContractFixture, type Document } from '../contracts/contract.fixture';
import { failure, newName, someone } from './graph.fixture';

interface Item {
  readonly fromColumns: string[];
  readonly toColumn: string;
}

/** What is reached, by the keys of a cast: hop → key → columns (inside the asset), or true for the whole of it. */
type Reached = Record<number, Record<string, string[] | true>>;

describe('the impact of a contract', () => {
  let world: ContractFixture;

  beforeAll(async () => {
    world = await ContractFixture.open();
  });
  afterAll(() => world.close());

  async function cast(...keys: string[]): Promise<Record<string, Document>> {
    const tables: Record<string, Document> = {};
    for (const key of keys) tables[key] = await world.table();
    return tables;
  }

  async function link(from: Document, to: Document, columnsLineage: Item[] = []): Promise<void> {
    const [fromEntity, toEntity] = [from, to].map(({ id }) => ({ id, type: 'table' }));
    await world.part(EdgeService).put(ADMIN, { edge: { fromEntity, toEntity, lineageDetails: { columnsLineage } } });
  }

  const impact = (contract: Document, question: Partial<ImpactQuestion> = {}, actor = ADMIN): Promise<ContractImpact> =>
    world.part(ContractImpacts).of(actor, contract.id, { depth: 100, limit: 1_000, ...question });

  function reached({ hops }: ContractImpact, tables: Record<string, Document>): Reached {
    const keyOf = (id: string): string => Object.keys(tables).find((key) => tables[key]?.id === id) as string;
    const inside = (column: string, fqn: string): string => column.slice(fqn.length + 1);
    return Object.fromEntries(
      hops.map(({ hop, assets }) => [
        hop,
        Object.fromEntries(
          assets.map(({ id, fullyQualifiedName, columns }) => [
            keyOf(id),
            columns ? columns.map((column) => inside(column, fullyQualifiedName)) : true,
          ]),
        ),
      ]),
    );
  }

  it('lists what is downstream by hop, with its contracts and who owns them', async () => {
    const { a, b, c, d } = (await cast('a', 'b', 'c', 'd')) as Record<'a' | 'b' | 'c' | 'd', Document>;
    await link(a, b);
    await link(b, c);
    await link(a, c);
    await link(c, a);
    await link(d, a);
    const owner = await world.user();
    const mine = await world.contract({ entityStatus: 'Active' }, a);
    const theirs = await world.contract({ owners: [{ id: owner.id, type: 'user' }] }, c);
    const { contract, entity, hops, paging } = await impact(mine);
    expect([contract.id, entity.id, paging]).toEqual([mine.id, a.id, { total: 2 }]);
    expect(hops.map(({ hop, assets }) => [hop, new Set(assets.map(({ id }) => id))])).toEqual([
      [1, new Set([b.id, c.id])],
    ]);
    const listed = new Map(hops.flatMap(({ assets }) => assets).map((asset) => [asset.id, asset]));
    expect(listed.get(b.id)).not.toHaveProperty('contract');
    expect(listed.get(c.id)?.contract).toEqual({
      id: theirs.id,
      name: theirs.name,
      fullyQualifiedName: theirs.fullyQualifiedName,
      entityStatus: 'Draft',
      latestStatus: null,
      owners: [expect.objectContaining({ id: owner.id, type: 'user', name: owner.name }) as object],
    });
    expect((await impact(mine, { limit: 1 })).paging).toEqual({ total: 2 });
    expect((await impact(mine, { limit: 0 })).hops).toEqual([]);
  });

  it('follows columns where edges tell them', async () => {
    const tables = await cast('a', 'b', 'c', 'd', 'e', 'f');
    const { a, b, c, d, e, f } = tables as Record<'a' | 'b' | 'c' | 'd' | 'e' | 'f', Document>;
    await link(a, b, [
      { fromColumns: ['id', 'amount'], toColumn: 'amount' },
      { fromColumns: ['note'], toColumn: 'note' },
    ]);
    await link(b, c, [{ fromColumns: ['amount'], toColumn: 'address.zip' }]);
    await link(b, d, [{ fromColumns: ['note'], toColumn: 'note' }]);
    await link(c, e);
    await link(d, f, [{ fromColumns: ['id'], toColumn: 'id' }]);
    const contract = await world.contract({}, a);
    expect(reached(await impact(contract, { columns: ['id'] }), tables)).toEqual({
      1: { b: ['amount'] },
      2: { c: ['address.zip'] },
      3: { e: true },
    });
    expect(reached(await impact(contract, { columns: [`${a.fullyQualifiedName}.note`, 'amount'] }), tables)).toEqual({
      1: { b: ['amount', 'note'] },
      2: { c: ['address.zip'], d: ['note'] },
      3: { e: true },
    });
    expect(reached(await impact(contract, { columns: ['address.zip'] }), tables)).toEqual({});
    expect(reached(await impact(contract, { columns: ['id'], depth: 1 }), tables)).toEqual({ 1: { b: ['amount'] } });
    expect(reached(await impact(contract), tables)).toEqual({
      1: { b: true },
      2: { c: true, d: true },
      3: { e: true, f: true },
    });
  });

  it('takes a part for its whole and the whole for its parts, and comes back for further columns', async () => {
    const tables = await cast('a', 'b', 'c');
    const { a, b, c } = tables as Record<'a' | 'b' | 'c', Document>;
    await link(a, b, [{ fromColumns: ['address.zip'], toColumn: 'address' }]);
    await link(b, c, [{ fromColumns: ['address.zip'], toColumn: 'id' }]);
    await link(c, b, [{ fromColumns: ['id'], toColumn: 'note' }]);
    const contract = await world.contract({}, a);
    const expected = { 1: { b: ['address', 'note'] }, 2: { c: ['id'] } };
    expect(reached(await impact(contract, { columns: ['address'] }), tables)).toEqual(expected);
    expect(reached(await impact(contract, { columns: ['address.zip'] }), tables)).toEqual(expected);
  });

  it('of a data product is that of its assets', async () => {
    const tables = await cast('a', 'b', 'c', 'd');
    const { a, b, c, d } = tables as Record<'a' | 'b' | 'c' | 'd', Document>;
    await link(a, c);
    await link(b, d);
    const domain = await world.make('domain', { domainType: 'Aggregate', description: 'd' });
    const product = await world.make('dataProduct', {
      description: 'd',
      domains: [domain.fullyQualifiedName],
      assets: [a, b].map(({ id }) => ({ id, type: 'table' })),
    });
    const contract = await world.contract({}, product, 'dataProduct');
    expect(reached(await impact(contract), tables)).toEqual({ 1: { c: true, d: true } });
    expect(await failure(impact(contract, { columns: ['id'] }))).toMatchObject({ code: 'BAD_REQUEST' });
  });

  it('leaves out what is deleted or hidden, and what lies behind it', async () => {
    const tables = await cast('a', 'b', 'c');
    const { a, b, c } = tables as Record<'a' | 'b' | 'c', Document>;
    const owner = await world.user();
    const owned = await world.table({ owners: [{ id: owner.id, type: 'user' }], name: newName('mine') });
    await link(owned, a);
    await link(a, b);
    await link(b, c);
    const contract = await world.contract({}, owned);
    const hers = someone(
      [
        { operations: ['ViewBasic'], resources: ['dataContract'] },
        { operations: ['ViewBasic'], resources: ['table'], condition: 'isOwner()' },
      ],
      [owner.id],
    );
    expect((await impact(contract, {}, hers)).hops).toEqual([]);
    expect((await impact(contract)).paging.total).toBe(3);
    await world.part(EdgeService).remove(ADMIN, { from: { id: a.id }, to: { id: b.id } });
    expect((await impact(contract)).paging.total).toBe(1);
    expect(await failure(impact(contract, {}, someone([])))).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(impact(contract, { columns: ['id', 'x', 'y'] }))).toMatchObject({
      code: 'BAD_REQUEST',
      message: expect.stringContaining('"x", "y": no column') as string,
    });
  });
});
