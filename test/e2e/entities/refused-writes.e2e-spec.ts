import { randomUUID } from 'node:crypto';
import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';

interface Target {
  readonly id: string;
  readonly fqn: string;
  readonly name: string;
}

const SCHEMA = 'order_shop.sales.public';

/** Who asks. The owner owns the objects; of the others each may edit objects of the types, but not these. */
const ROLES: Readonly<Record<string, readonly object[]>> = {
  owner: [],
  viewer: [],
  // Sees what is its own, and would be allowed everything else on it.
  hider: [
    { effect: 'deny', operations: ['ViewAll'], condition: '!isOwner()' },
    { operations: ['All'], resources: ['table', 'dataContract', 'testCase'] },
  ],
  // Sees nothing of the types.
  blind: [{ effect: 'deny', operations: ['ViewAll'] }, { operations: ['EditAll', 'Delete', 'ManageResults'] }],
};
type Role = 'owner' | 'viewer' | 'hider' | 'blind';

describe('what a refused write tells', () => {
  let service: RunningService;
  let admin: RestClient;
  const clients = new Map<Role, RestClient>();

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    for (const [role, given] of Object.entries(ROLES)) {
      const name = `order_${role}`;
      const rules = given.map((rule, i) => ({
        name: `r${i}`,
        effect: 'allow',
        resources: ['table', 'dataContract'],
        ...rule,
      }));
      if (rules.length) {
        await admin.must('POST', '/policies', { name: `${name}Policy`, rules });
        await admin.must('POST', '/roles', { name: `${name}Role`, policies: [`${name}Policy`] });
      }
      clients.set(role as Role, await service.client(name, rules.length ? `${name}Role` : 'DataConsumer'));
    }
    await admin.must('POST', '/services/databaseServices', { name: 'order_shop', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'order_shop' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'order_shop.sales' });
  });

  /** A table of the owner's, or its contract. */
  async function made(type: 'table' | 'contract'): Promise<Target> {
    const name = `t_${randomUUID().slice(0, 8)}`;
    const table = await admin.must<Target & { fullyQualifiedName: string }>('POST', '/tables', {
      name,
      databaseSchema: SCHEMA,
      columns: [{ name: 'id', dataType: 'INT' }],
      description: 'as it is',
      owners: [{ type: 'user', fullyQualifiedName: 'order_owner' }],
    });
    if (type === 'table') return { id: table.id, fqn: table.fullyQualifiedName, name };
    const body = { name: 'c', entity: { id: table.id, type: 'table' } };
    const contract = await admin.must<{ id: string; fullyQualifiedName: string }>('POST', '/dataContracts', body);
    return { id: contract.id, fqn: contract.fullyQualifiedName, name };
  }

  it('what may not be viewed is not in the refusal', async () => {
    const target = await made('table');
    const told = await clients.get('blind')!.patch(`/tables/${target.id}`, []);
    expect(told.body.message).toBe('Principal order_blind is not allowed: operations [ViewBasic] on table');
  });

  it('a taken name says no more than that to whom the one that has it is hidden', async () => {
    const { name, id } = await made('table');
    const body = { name, databaseSchema: SCHEMA, columns: [] };
    const hidden = await clients.get('hider')!.post('/tables', body);
    expect([hidden.status, hidden.body.message]).toEqual([409, `table ${SCHEMA}.${name} already exists`]);
    const seen = await admin.post('/tables', body);
    expect([seen.status, seen.body.message]).toEqual([409, expect.stringContaining(id)]);
  });

  it('a contract stays with its asset, whoever asks', async () => {
    const [contract, other] = [await made('contract'), await made('table')];
    const patch = [{ op: 'replace', path: '/entity', value: { id: other.id, type: 'table' } }];
    for (const client of [clients.get('owner')!, admin]) {
      const { status, body } = await client.patch(`/dataContracts/${contract.id}`, patch);
      expect([status, body.details]).toMatchObject([400, [{ field: 'entity' }]]);
    }
  });

  it('a trial sees what its sender sees, and asks for no right to write', async () => {
    const { id } = await made('table');
    const document = { name: 'c', entity: { id, type: 'table' }, schema: [{ name: 'nope', dataType: 'INT' }] };
    const tried = async (role: Role): Promise<unknown> => {
      const { status, body } = await clients.get(role)!.post('/dataContracts/validate', document);
      return { status, ...body };
    };
    const field = 'schema[0].name';
    const message = 'the table has no column nope; allowed: id';
    expect(await tried('viewer')).toEqual({ status: 200, valid: false, errors: [{ field, message }] });
    const missing = `table instance for ${id} not found`;
    expect(await tried('hider')).toMatchObject({ status: 200, valid: false, errors: [{ message: missing }] });
    expect(await tried('blind')).toMatchObject({ status: 403 });
  });

  it('references are those that their sender may see', async () => {
    const { fqn } = await made('table');
    const name = `case_${randomUUID().slice(0, 8)}`;
    const body = { name, entityLink: `<#E::table::${fqn}>`, testDefinition: 'tableRowCountToEqual' };
    const { status, body: told } = await clients.get('hider')!.put('/dataQuality/testCases', body);
    expect([status, told.message]).toEqual([404, `table instance for ${fqn} not found`]);
  });
});
