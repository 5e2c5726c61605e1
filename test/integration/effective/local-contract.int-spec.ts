import { AccessControl } from '@app/auth';
import { EntityDocuments, Visibility } from '@app/catalog';
import type { AccessRule, Actor } from '@app/common';
import { EffectiveRepository, LocalContracts } from '@app/contracts';
import { ContractLoader, type LoadedContract } from '../../../libs/validation/src/runs/work/contract-loader';
import { EvidenceLoader } from '../../../libs/validation/src/runs/work/evidence-loader';
import { refusal, type Document } from '../contracts/contract.fixture';
import { ADMIN, ProductWorld, PROMISES, RULE } from './product-world';

const rules = (...operations: AccessRule['operations']): AccessRule[] => [
  { name: 'rule', effect: 'allow', resources: ['All'], operations },
];

describe('the contract that holds the results of an asset which inherits', () => {
  let world: ProductWorld;
  let locals: LocalContracts;
  beforeAll(async () => {
    world = await ProductWorld.open();
    locals = world.contracts.part(LocalContracts);
  });
  afterAll(() => world?.close());

  const ensure = ({ id }: Document, actor: Actor = ADMIN, through = locals): Promise<void> =>
    through.ensure(actor, { type: 'table', id }, 'ValidateContract');
  const contractsOf = async ({ id }: Document): Promise<readonly Document[]> =>
    (await world.contracts.list({ entity: id })).data;

  it('is a draft without a word of its own, named after both', async () => {
    const { contract, table } = await world.inheriting();
    await ensure(table);
    const [local, ...others] = await contractsOf(table);
    expect(others).toEqual([]);
    expect(local).toMatchObject({
      name: `${contract.name} - ${table.name}`,
      entityStatus: 'Draft',
      version: 0.1,
      updatedBy: 'admin',
      entity: { id: table.id },
    });
    for (const part of ['semantics', 'sla', 'security', 'termsOfUse']) expect(local).not.toHaveProperty(part);
    expect(await world.effective(table)).toMatchObject({ id: local?.id, termsOfUse: PROMISES.termsOfUse });
  });

  it('is judged by the rules of the product, as they are when it is judged', async () => {
    const { contract, table } = await world.inheriting();
    await ensure(table);
    const { database } = world.contracts;
    const loader = new ContractLoader(
      new EffectiveRepository(database),
      database,
      world.contracts.part(EntityDocuments),
      new EvidenceLoader(database),
    );
    const [own] = await database.query<{ node: string; id: string }>(
      `select c.node::text, e.id::text from contract c join entity e using (node) join entity a on a.node = c.asset where a.id = $1`,
      [table.id],
    );
    const { node, id: contractId } = own!;
    const load = async () => {
      const found = await loader.look(database, { contract: node, contractId, assetId: table.id, assetType: 'table' });
      const [known, unknown] = [await loader.load(node, found), await loader.load(node)];
      expect({ ...known, now: 0, likelyEvidence: undefined }).toEqual({ ...unknown, now: 0 });
      return (known as LoadedContract | undefined)?.contract;
    };
    expect(await load()).toMatchObject({ semantics: [{ name: RULE.name }], sla: PROMISES.sla });
    await world.contracts.patch(contract, [{ op: 'replace', path: '/semantics/0/name', value: 'renamed' }]);
    expect(await load()).toMatchObject({ semantics: [{ name: 'renamed' }] });
    await world.contracts.patch(contract, [{ op: 'replace', path: '/entityStatus', value: 'Deprecated' }]);
    expect(await load()).not.toHaveProperty('semantics');
  });

  it('is one, however many ask at once, in one process or in several', async () => {
    const { table } = await world.inheriting();
    const repository = new EffectiveRepository(world.contracts.database);
    const { writer } = world.contracts;
    const access = world.contracts.part(AccessControl);
    const visibility = world.contracts.part(Visibility);
    const { database } = world.contracts;
    const processes = [
      locals,
      ...Array.from({ length: 4 }, () => new LocalContracts(repository, writer, access, visibility, database)),
    ];
    await Promise.all(Array.from({ length: 500 }, (_, i) => ensure(table, ADMIN, processes[i % processes.length])));
    expect(await contractsOf(table)).toHaveLength(1);
  });

  it('is not made where the asset has a contract, or has none to inherit', async () => {
    const { table } = await world.inheriting();
    const own = await world.contracts.contract({}, table);
    const alone = await world.contracts.table();
    await Promise.all([ensure(table), ensure(alone)]);
    expect((await contractsOf(table)).map(({ id }) => id)).toEqual([own.id]);
    expect(await contractsOf(alone)).toEqual([]);
  });

  it('is made for who may validate, without a right to create, and for nobody else', async () => {
    const { table } = await world.inheriting();
    const viewer: Actor = { ...ADMIN, name: 'viewer', isAdmin: false, rules: rules('ViewAll') };
    expect((await refusal(ensure(table, viewer))).code).toBe('FORBIDDEN');
    expect(await contractsOf(table)).toEqual([]);
    await ensure(table, { ...viewer, name: 'validator', rules: rules('ViewAll', 'ValidateContract') });
    expect(await contractsOf(table)).toMatchObject([{ updatedBy: 'validator' }]);
  });

  it('is made for an owner of the asset', async () => {
    const user = await world.contracts.user();
    const product = await world.product();
    await world.contractOf(product);
    const dataProducts = [product.fullyQualifiedName];
    const table = await world.contracts.table({ dataProducts, owners: [{ id: user.id, type: 'user' }] });
    const owner: Actor = {
      ...ADMIN,
      name: user.name,
      isAdmin: false,
      id: user.id,
      ownerIds: new Set([user.id]),
      rules: rules('ViewAll'),
    };
    await ensure(table, owner);
    expect(await contractsOf(table)).toHaveLength(1);
  });

  it('comes back without its old rules after it was deleted', async () => {
    const { table } = await world.inheriting();
    await ensure(table);
    const [local] = await contractsOf(table);
    await world.contracts.patch(local as Document, [{ op: 'add', path: '/termsOfUse', value: 'mine' }]);
    await world.contracts.remove('dataContract', local as Document);
    await ensure(table);
    const [again] = await contractsOf(table);
    expect(again).toMatchObject({ id: local?.id, entityStatus: 'Draft' });
    expect(again).not.toHaveProperty('termsOfUse');
  });

  it('shares the fate of its asset', async () => {
    const { table } = await world.inheriting();
    await ensure(table);
    await world.contracts.remove('table', table);
    expect(await contractsOf(table)).toEqual([]);
    await world.contracts.restore('table', table);
    expect(await contractsOf(table)).toHaveLength(1);
  });
});
