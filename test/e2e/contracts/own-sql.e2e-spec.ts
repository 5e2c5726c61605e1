import { unique } from '../identity/identity-world';
import type { RestAnswer, RestClient } from '../../support/rest-client';
import { type Contract, ContractWorld } from './contract-world';

const SQL = { name: 'highest pay', type: 'sql', query: 'SELECT max(salary) FROM ${table}', mustBe: 0 };
const PLAIN = { name: 'rows', type: 'library', metric: 'rowCount', mustBeGreaterThan: 0 };
const REFUSED = {
  status: 403,
  body: { message: expect.stringMatching(/\[EditTests\] on table; the rule highest pay has SQL/) as string },
};

describe("SQL of one's own in a contract", () => {
  let world: ContractWorld;
  let owner: { readonly id: string; readonly client: RestClient };

  beforeAll(async () => {
    world = await ContractWorld.shared();
    const name = unique('owner');
    const client = await world.service.client(name, 'DataConsumer');
    owner = { client, ...(await world.client.must<{ id: string }>('GET', `/users/name/${name}`)) };
  });

  const ofOwner = (more: object = {}): Promise<Contract> =>
    world.contract({ owners: [{ id: owner.id, type: 'user' }], ...more });
  const rules = (...value: object[]): object[] => [{ op: 'add', path: '/odcsQualityRules', value }];
  const bodyOf = ({ name, entity }: Contract, more: object): object => ({
    ...{ name, entity: { id: entity.id, type: entity.type } },
    ...more,
  });
  const document = (contract: Contract, quality: object[]): object => ({
    ...{ apiVersion: 'v3.0.2', kind: 'DataContract', id: contract.id, name: contract.name, version: '1.0.0' },
    ...{ status: 'active', schema: [{ name: 'o', properties: [{ name: 'id', logicalType: 'integer' }], quality }] },
  });
  const importOf = (contract: Contract): string =>
    `/dataContracts/odcs?entityType=table&entityId=${contract.entity.id}&objectName=o&mode=replace`;

  const DOORS: readonly [string, (by: RestClient, contract: Contract) => Promise<RestAnswer>][] = [
    ['PATCH', (by, { id }) => by.patch(`/dataContracts/${id}`, rules(SQL))],
    ['PUT', (by, contract) => by.put('/dataContracts', bodyOf(contract, { odcsQualityRules: [PLAIN, SQL] }))],
    ['PUT of ODCS', (by, contract) => by.put(importOf(contract), document(contract, [SQL]))],
    ['a proposal', (by, { id }) => by.post(`/dataContracts/${id}/proposals`, { patch: rules(SQL) })],
  ];

  it.each(DOORS)('is added by %s only by who may edit tests of the asset', async (_, door) => {
    const contract = await ofOwner();
    expect(await door(owner.client, contract)).toMatchObject(REFUSED);
    expect((await world.read(contract.id)).odcsQualityRules).toBeUndefined();
    const steward = await world.service.client(unique('steward'), 'DataSteward');
    expect((await door(steward, contract)).status).toBeLessThan(300);
  });

  it('stays where a document is imported again by the owner of the contract', async () => {
    const contract = await ofOwner();
    await world.client.must('PUT', importOf(contract), document(contract, [SQL]));
    const again = await owner.client.put<Contract>(importOf(contract), document(contract, [SQL]));
    expect(again.body.qualityExpectations).toEqual([expect.objectContaining({ name: 'highest pay' })]);
    const changed = document(contract, [{ ...SQL, mustBe: 1 }]);
    expect(await owner.client.put(importOf(contract), changed)).toMatchObject(REFUSED);
  });

  it('is refused in a new contract, and taken where the asset has the owner too', async () => {
    const body = (id: string) => ({ ...{ name: unique('c'), entity: { id, type: 'table' } }, odcsQualityRules: [SQL] });
    const role = unique('makers');
    const rule = { name: role, effect: 'allow', operations: ['Create'], resources: ['dataContract'] };
    await world.client.must('POST', '/policies', { name: role, rules: [rule] });
    await world.client.must('POST', '/roles', { name: role, policies: [role] });
    const maker = await world.service.client(unique('maker'), role);
    const { id } = await world.table();
    expect(await maker.post('/dataContracts', body(id))).toMatchObject(REFUSED);
    const own = await world.table({ owners: [{ id: owner.id, type: 'user' }] });
    expect((await owner.client.post('/dataContracts', body(own.id))).status).toBe(201);
  });

  it('stays, moves and goes by the owner of the contract, and is not changed', async () => {
    const contract = await ofOwner({ odcsQualityRules: [SQL] });
    const path = `/dataContracts/${contract.id}`;
    const described = [{ op: 'add', path: '/description', value: 'said' }];
    expect((await owner.client.patch(path, described)).status).toBe(200);
    expect((await owner.client.patch(path, rules(PLAIN, SQL))).status).toBe(200);
    expect(await owner.client.patch(path, rules({ ...SQL, mustBe: 1 }))).toMatchObject(REFUSED);
    expect(await owner.client.patch(path, rules({ ...SQL, query: 'SELECT min(salary) FROM x' }))).toMatchObject(
      REFUSED,
    );
    expect((await owner.client.patch(path, rules(PLAIN))).status).toBe(200);
    expect(await owner.client.patch(path, rules(SQL))).toMatchObject(REFUSED);
  });

  it('comes by no test case either', async () => {
    const contract = await ofOwner();
    const table = await world.client.must<{ fullyQualifiedName: string }>('GET', `/tables/${contract.entity.id}`);
    const { id } = await world.client.must<{ id: string }>('POST', '/dataQuality/testCases', {
      ...{ name: unique('pay'), entityLink: `<#E::table::${table.fullyQualifiedName}>` },
      testDefinition: 'tableCustomSQLQuery',
      parameterValues: [{ name: 'sqlExpression', value: 'SELECT max(salary) FROM {table}' }],
    });
    const expects = [{ op: 'add', path: '/qualityExpectations', value: [{ id, type: 'testCase' }] }];
    const path = `/dataContracts/${contract.id}`;
    expect(await owner.client.patch(path, expects)).toMatchObject({
      status: 403,
      body: { message: expect.stringContaining('the test case') as string },
    });
    expect((await world.client.patch(path, expects)).status).toBe(200);
    const described = [{ op: 'add', path: '/description', value: 'said' }];
    expect((await owner.client.patch(path, described)).status).toBe(200);
  });
});
