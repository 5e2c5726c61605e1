import type { RestClient } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { unique } from './identity-world';

type Role = 'Admin' | 'DataSteward' | 'DataConsumer' | 'Bot' | 'owner';
const ROLES: readonly Role[] = ['Admin', 'DataSteward', 'DataConsumer', 'Bot', 'owner'];

interface Answer {
  readonly status: number;
  readonly body: { readonly message?: string; readonly errorType?: string };
}

/** What a request is made on: a table of the owner's, its contract, and a person. */
interface Things {
  readonly table: string;
  readonly contract: string;
  readonly schema: string;
  readonly user: string;
}

interface Attempt {
  readonly what: string;
  /** The 403 names these, to every role or by role. */
  readonly operations: string | Partial<Record<Role, string>>;
  readonly resource: string;
  readonly may: readonly Role[];
  readonly send: (client: RestClient, things: Things) => Promise<Answer>;
}

const patch = (path: string, value: unknown) => [{ op: 'add', path, value }];
const everyone = ROLES;
const TAG = { tagFQN: 'Matrix.Hot', source: 'Classification', labelType: 'Manual', state: 'Confirmed' };
const TIME = 1_700_000_000_000;

/** What each role and an owner may. */
const ATTEMPTS: readonly Attempt[] = [
  {
    what: 'read a table',
    operations: 'ViewBasic',
    resource: 'table',
    may: everyone,
    send: (c, { table }) => c.get(`/tables/${table}?fields=*`),
  },
  { what: 'list tables', operations: 'ViewBasic', resource: 'table', may: everyone, send: (c) => c.get('/tables') },
  {
    what: 'read versions',
    operations: 'ViewBasic',
    resource: 'table',
    may: everyone,
    send: (c, { table }) => c.get(`/tables/${table}/versions`),
  },
  {
    what: 'create a table',
    operations: 'Create',
    resource: 'table',
    may: ['Admin', 'Bot'],
    send: (c, { schema }) => c.post('/tables', { name: unique('t'), databaseSchema: schema, columns: [] }),
  },
  {
    what: 'create a table by PUT',
    operations: 'Create',
    resource: 'table',
    may: ['Admin', 'Bot'],
    send: (c, { schema }) => c.put('/tables', { name: unique('t'), databaseSchema: schema, columns: [] }),
  },
  {
    what: 'describe a table',
    operations: 'EditDescription',
    resource: 'table',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { table }) => c.patch(`/tables/${table}`, patch('/description', unique('d'))),
  },
  {
    what: 'tag a table',
    operations: 'EditTags',
    resource: 'table',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { table }) => c.patch(`/tables/${table}`, patch('/tags', [TAG])),
  },
  {
    what: 'change columns',
    operations: 'EditAll',
    resource: 'table',
    may: ['Admin', 'Bot', 'owner'],
    send: (c, { table }) => c.patch(`/tables/${table}`, patch('/columns/-', { name: unique('c'), dataType: 'INT' })),
  },
  {
    what: 'change columns and description',
    operations: { DataSteward: 'EditAll', DataConsumer: 'EditDescription, EditAll' },
    resource: 'table',
    may: ['Admin', 'Bot', 'owner'],
    send: (c, { table }) =>
      c.patch(`/tables/${table}`, [
        ...patch('/description', unique('d')),
        ...patch('/columns/-', { name: unique('c'), dataType: 'INT' }),
      ]),
  },
  {
    what: 'delete a table',
    operations: 'Delete',
    resource: 'table',
    may: ['Admin', 'Bot', 'owner'],
    send: (c, { table }) => c.delete(`/tables/${table}`),
  },
  {
    what: 'delete a table for good',
    operations: { DataSteward: 'Delete', DataConsumer: 'Delete', Bot: 'HardDelete' },
    resource: 'table',
    may: ['Admin', 'owner'],
    send: (c, { table }) => c.delete(`/tables/${table}?hardDelete=true`),
  },
  {
    what: 'read a contract',
    operations: 'ViewBasic',
    resource: 'dataContract',
    may: everyone,
    send: (c, { contract }) => c.get(`/dataContracts/${contract}`),
  },
  {
    what: 'read the contract of an asset',
    operations: 'ViewBasic',
    resource: 'dataContract',
    may: everyone,
    send: (c, { table }) => c.get(`/dataContracts/entity?entityId=${table}&entityType=table`),
  },
  {
    what: 'read results',
    operations: 'ViewBasic',
    resource: 'dataContract',
    may: everyone,
    send: (c, { contract }) => c.get(`/dataContracts/${contract}/results`),
  },
  {
    what: 'describe a contract',
    operations: 'EditDescription',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { contract }) => c.patch(`/dataContracts/${contract}`, patch('/description', unique('d'))),
  },
  {
    what: 'change a contract',
    operations: 'EditAll',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { contract }) => c.patch(`/dataContracts/${contract}`, patch('/termsOfUse', unique('t'))),
  },
  {
    what: 'validate',
    operations: 'ValidateContract',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'owner'],
    send: (c, { contract }) => c.post(`/dataContracts/${contract}/validate`, undefined, { prefer: 'respond-async' }),
  },
  {
    what: 'validate by asset',
    operations: 'ValidateContract',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'owner'],
    send: (c, { table }) =>
      c.post(`/dataContracts/entity/validate?entityId=${table}&entityType=table`, undefined, {
        prefer: 'respond-async',
      }),
  },
  {
    what: 'push a result',
    operations: 'ManageResults',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { contract }) =>
      c.put(`/dataContracts/${contract}/results`, { timestamp: TIME + 1, contractExecutionStatus: 'Failed' }),
  },
  {
    what: 'delete a result',
    operations: 'ManageResults',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { contract }) => c.delete(`/dataContracts/${contract}/results/${TIME}`),
  },
  {
    what: 'delete old results',
    operations: 'ManageResults',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'Bot', 'owner'],
    send: (c, { contract }) => c.delete(`/dataContracts/${contract}/results/before/${TIME}`),
  },
  {
    what: 'delete a contract',
    operations: 'Delete',
    resource: 'dataContract',
    may: ['Admin', 'DataSteward', 'owner'],
    send: (c, { contract }) => c.delete(`/dataContracts/${contract}`),
  },
  {
    what: 'read a user',
    operations: 'ViewBasic',
    resource: 'user',
    may: everyone,
    send: (c, { user }) => c.get(`/users/${user}`),
  },
  {
    what: 'make a user',
    operations: 'Create',
    resource: 'user',
    may: ['Admin'],
    send: (c) => {
      const name = unique('u');
      return c.post('/users', { name, email: `${name}@example.com` });
    },
  },
  {
    what: 'make someone admin',
    operations: 'EditAll',
    resource: 'user',
    may: ['Admin'],
    send: (c, { user }) => c.patch(`/users/${user}`, patch('/isAdmin', true)),
  },
  {
    what: 'describe another user',
    operations: 'EditDescription',
    resource: 'user',
    may: ['Admin'],
    send: (c, { user }) => c.patch(`/users/${user}`, patch('/displayName', unique('d'))),
  },
  {
    what: 'delete a user',
    operations: 'Delete',
    resource: 'user',
    may: ['Admin'],
    send: (c, { user }) => c.delete(`/users/${user}`),
  },
  {
    what: 'make a role',
    operations: 'Create',
    resource: 'role',
    may: ['Admin'],
    send: (c) => c.post('/roles', { name: unique('r'), policies: ['DataConsumerPolicy'] }),
  },
  {
    what: 'make a policy',
    operations: 'Create',
    resource: 'policy',
    may: ['Admin'],
    send: (c) =>
      c.post('/policies', {
        name: unique('p'),
        rules: [{ name: 'all', effect: 'allow', resources: ['all'], operations: ['ViewAll'] }],
      }),
  },
];

describe('who may do what', () => {
  let service: RunningService;
  let admin: RestClient;
  const clients = new Map<Role, RestClient>();
  const names = new Map<Role, string>();
  /** For what changes nothing: reads, and what is refused. */
  let unchanged: Things;

  beforeAll(async () => {
    service = await RunningService.shared();
    admin = await service.client();
    for (const role of ROLES) {
      const name = unique(role.toLowerCase());
      names.set(role, name);
      clients.set(role, await service.client(name, role === 'owner' ? 'DataConsumer' : role));
    }
    await admin.must('POST', '/services/databaseServices', { name: 'permitted', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'permitted' });
    await admin.must('POST', '/databaseSchemas', { name: 'public', database: 'permitted.sales' });
    await admin.must('POST', '/classifications', { name: 'Matrix', description: 'A' });
    await admin.must('POST', '/tags', { name: 'Hot', classification: 'Matrix', description: 'A' });
    unchanged = await things();
  });

  /** A table that the owner owns, its contract without owners of its own, a result, and a person. */
  async function things(): Promise<Things> {
    const schema = 'permitted.sales.public';
    const make = async (path: string, body: object): Promise<string> =>
      (await admin.must<{ id: string }>('POST', path, body)).id;
    const owners = [{ type: 'user', fullyQualifiedName: names.get('owner') }];
    const columns = [{ name: 'id', dataType: 'INT' }];
    const table = await make('/tables', { name: unique('t'), databaseSchema: schema, columns, owners });
    const name = unique('person');
    const [contract, user] = await Promise.all([
      make('/dataContracts', { name: unique('c'), entity: { id: table, type: 'table' } }),
      make('/users', { name, email: `${name}@example.com` }),
    ]);
    const result = { timestamp: TIME, contractExecutionStatus: 'Success' };
    await admin.must('PUT', `/dataContracts/${contract}/results`, result);
    return { table, contract, schema, user };
  }

  describe.each(ATTEMPTS)('$what', ({ operations, resource, may, send }) => {
    it.each(ROLES.map((role) => [role, may.includes(role) ? 'may' : 'may not'] as const))('%s %s', async (role) => {
      const changes = may.includes(role) && operations !== 'ViewBasic';
      const { status, body } = await send(clients.get(role)!, changes ? await things() : unchanged);
      if (may.includes(role)) {
        expect([status, body.message]).toEqual([status < 300 ? status : 200, undefined]);
        return;
      }
      expect([status, body.errorType]).toEqual([403, 'FORBIDDEN']);
      const lacking = typeof operations === 'string' ? operations : operations[role];
      expect(body.message).toBe(`Principal ${names.get(role)} is not allowed: operations [${lacking}] on ${resource}`);
    });
  });

  it.each(ROLES)('%s may change the displayName and description of itself, not its rights', async (role) => {
    const name = names.get(role)!;
    const client = clients.get(role)!;
    const own = await client.patch(`/users/name/${name}`, [
      ...patch('/displayName', 'My name'),
      ...patch('/description', 'About me'),
    ]);
    expect([own.status, own.body.displayName, own.body.description]).toEqual([200, 'My name', 'About me']);
    if (role === 'Admin') return;
    for (const [path, value] of [
      ['/isAdmin', true],
      ['/email', 'other@example.com'],
      ['/roles', [{ id: '6f1b1f52-0c4e-4b8e-9d55-1d6f3a0c0a01', type: 'role' }]],
    ] as const) {
      const refused = await client.patch(`/users/name/${name}`, patch(path, value));
      expect([path, refused.status, refused.body.message]).toEqual([
        path,
        403,
        `Principal ${name} is not allowed: operations [EditAll] on user`,
      ]);
    }
  });

  it('an owning team makes its members owners', async () => {
    const member = unique('member');
    const client = await service.client(member, 'DataConsumer');
    const { table } = await things();
    const user = await admin.must<{ id: string }>('GET', `/users/name/${member}`);
    const team = unique('team');
    const description = () => client.patch(`/tables/${table}`, patch('/description', unique('d')));
    expect((await description()).status).toBe(403);
    await admin.must('POST', '/teams', { name: team, teamType: 'Group', users: [user.id] });
    await admin.must('PATCH', `/tables/${table}`, patch('/owners', [{ type: 'team', fullyQualifiedName: team }]));
    expect((await description()).status).toBe(200);
  });

  it('what nobody may send is not taken: id, version, updatedBy', async () => {
    const { schema } = await things();
    const bot = clients.get('Bot')!;
    const sent = { id: crypto.randomUUID(), version: 7.5, updatedBy: 'root', deleted: true, updatedAt: 5 };
    const made = await bot.must('POST', '/tables', { name: unique('t'), databaseSchema: schema, columns: [], ...sent });
    expect(made).toMatchObject({ version: 0.1, updatedBy: names.get('Bot'), deleted: false });
    expect(made.id).not.toBe(sent.id);
    expect(made.updatedAt).toBeGreaterThan(TIME);
  });
});
