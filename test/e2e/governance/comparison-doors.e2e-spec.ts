import { AgentClient } from '../agents/agent-client';
import { Shell } from '../cli/shell';
import { unique } from '../contracts/contract-world';
import { GovernanceWorld } from './people';

interface Told {
  readonly path: string;
  readonly compatibility: string;
  readonly reason: string;
}

interface Changed {
  readonly changes: readonly Told[];
}

interface Relied {
  readonly id: string;
  readonly fqn: string;
  readonly service: string;
  readonly table: { readonly id: string; readonly name: string };
}

type Json = Record<string, unknown>;
type Door = (relied: Relied, document: Json) => Promise<readonly Told[]>;

const CUSTOMER = {
  ...{ name: 'id', logicalType: 'integer', required: true },
  relationships: [{ to: 'customers.id' }],
  quality: [{ type: 'custom', engine: 'soda', implementation: 'x > 1' }],
};
const EMAIL = {
  ...{ name: 'email', logicalType: 'string', logicalTypeOptions: { maxLength: 320 } },
  quality: [{ id: 'few', name: 'few', metric: 'nullValues', mustBeLessThan: 5 }],
};
const ERROR_RATE = { property: 'errorRate', value: 1, unit: '%' };

const documentOf =
  (id: object, email: object, slaProperties: readonly object[] = [ERROR_RATE]) =>
  (name: string) => ({
    ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'doors', name: 'doors', version: '1', status: 'active' },
    schema: [{ name, properties: [id, email] }],
    slaProperties,
  });

const BEFORE = documentOf(CUSTOMER, EMAIL);
const { relationships: _related, ...WITHOUT_PARTNER } = CUSTOMER;
const { quality: _custom, ...WITHOUT_CUSTOM } = CUSTOMER;
const { quality: _rules, ...WITHOUT_RULES } = EMAIL;

/** The name of a test case in the path of a change. */
const TEST_OF_TABLE = /^(qualityExpectations\.).*\.(\w+)"$/;

/** A document that replaces the one before, and the kinds of change that every door tells of it. */
const PAIRS: readonly (readonly [string, ReturnType<typeof documentOf>, readonly string[]])[] = [
  [
    'a relationship is removed',
    documentOf(WITHOUT_PARTNER, EMAIL),
    ['breaking odcs:schema[0].properties[0].relationships[0]'],
  ],
  [
    'a relationship is added',
    documentOf(CUSTOMER, { ...EMAIL, relationships: [{ to: 'people.email' }] }),
    ['compatible odcs:schema[0].properties[1].relationships[0]'],
  ],
  [
    'a target that no member has is another',
    documentOf(CUSTOMER, EMAIL, [{ ...ERROR_RATE, value: 5 }]),
    ['breaking odcs:slaProperties[0]', 'compatible odcs:slaProperties[0]'],
  ],
  [
    'a rule of another tool is removed',
    documentOf(WITHOUT_CUSTOM, EMAIL),
    ['breaking odcs:schema[0].properties[0].quality[0]'],
  ],
  [
    'a constraint and a relationship are removed',
    documentOf({ ...WITHOUT_PARTNER, required: false }, EMAIL),
    ['breaking schema.id.constraint', 'breaking odcs:schema[0].properties[0].relationships[0]'],
  ],
  ['a rule is removed', documentOf(CUSTOMER, WITHOUT_RULES), ['breaking qualityExpectations.few']],
  [
    'a rule is added',
    documentOf({ ...CUSTOMER, quality: [...CUSTOMER.quality, { ...EMAIL.quality[0], name: 'more' }] }, EMAIL),
    ['compatible qualityExpectations.more'],
  ],
  [
    'an option is wider',
    documentOf(CUSTOMER, { ...EMAIL, logicalTypeOptions: { maxLength: 400 } }),
    ['breaking schema.email.maxLength'],
  ],
];

describe('the comparison of two contracts, whatever asks for it', () => {
  let world: GovernanceWorld;
  let agent: AgentClient;
  let shell: Shell;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    agent = await AgentClient.of(world.admin);
    const { baseUrl, token } = world.admin;
    shell = new Shell({ METADATA_CATALOG_URL: baseUrl, METADATA_CATALOG_TOKEN: token });
  });
  afterAll(async () => {
    shell?.remove();
    await agent?.close();
  });

  const at = ({ id }: Relied, more = '') => `/dataContracts/${id}${more}`;
  const odcs = ({ table }: Relied, more: string) =>
    `/dataContracts/odcs${more}?entityId=${table.id}&entityType=table&mode=`;

  /** Imported from the document, in force under a policy. */
  async function relied(): Promise<Relied> {
    const columns = [
      { name: 'id', dataType: 'BIGINT' },
      { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
    ];
    const table = await world.contracts.table({ name: unique('doors'), columns });
    const name = table.fullyQualifiedName.split('.').at(-1)!;
    const document = BEFORE(name);
    const made = await world.admin.must<{ id: string; fullyQualifiedName: string }>(
      'POST',
      `/dataContracts/odcs?entityId=${table.id}&entityType=table`,
      document,
    );
    const scope = { type: 'dataContract', id: made.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    const [service = ''] = table.fullyQualifiedName.split('.');
    return { id: made.id, fqn: made.fullyQualifiedName, service, table: { id: table.id, name } };
  }

  /** The changes of the proposal that a write becomes. */
  async function pending(relied: Relied): Promise<readonly Told[]> {
    const { data } = await world.admin.must<{ data: (Changed & { state: string })[] }>('GET', at(relied, '/proposals'));
    const open = data.filter(({ state }) => state === 'InReview');
    expect(open).toHaveLength(1);
    return open[0]!.changes;
  }

  const DOORS: Readonly<Record<string, Door>> = {
    check: async (relied, document) =>
      (await world.admin.must<Changed>('POST', at(relied, '/check'), { document })).changes,
    diff: async (relied, document) => (await world.admin.must<Changed>('POST', at(relied, '/diff'), document)).changes,
    tool: async ({ fqn }, document) =>
      (await agent.call('check_change', { contract: fqn, document })).changes as readonly Told[],
    command: async ({ fqn, id }, document) => {
      const file = shell.write(`${id}.yaml`, document);
      const { out } = await shell.cli(['contract', 'check', file, '--against', fqn, '--output', 'json']);
      return (JSON.parse(out) as Changed).changes;
    },
    import: async (relied, document) => {
      const answer = await world.admin.put<Changed>(`${odcs(relied, '')}replace`, document);
      expect(answer.status).toBe(202);
      return answer.body.changes;
    },
    'import of YAML': async (relied, document) => {
      const answer = await world.admin.put<Changed>(`${odcs(relied, '/yaml')}replace`, JSON.stringify(document), {
        'content-type': 'application/yaml',
      });
      expect(answer.status).toBe(202);
      return answer.body.changes;
    },
    proposal: async (relied, document) =>
      (await world.admin.must<Changed>('POST', at(relied, '/proposals'), { document, reason: 'why' })).changes,
    'tool that proposes': async (relied, document) => {
      await agent.call('propose_change', { contract: relied.fqn, document, reason: 'why' });
      return pending(relied);
    },
  };

  const words = (changes: readonly Told[]): string[] =>
    changes
      .filter(({ compatibility }) => compatibility !== 'info')
      .map(({ path, compatibility }) => `${compatibility} ${path.replace(TEST_OF_TABLE, '$1$2')}`);
  const sentences = (changes: readonly Told[]): string[] =>
    changes.map(({ path, compatibility, reason }) => `${compatibility} ${path}: ${reason}`);

  it.each(PAIRS)('of documents: %s', async (_, after, expected) => {
    const contract = await relied();
    const document = after(contract.table.name);
    const told: Record<string, string[]> = {};
    for (const [name, door] of Object.entries(DOORS)) {
      const changes = await door(contract, document);
      expect([name, words(changes)]).toEqual([name, expected]);
      told[name] = sentences(changes);
    }
    expect(told).toEqual(Object.fromEntries(Object.keys(DOORS).map((name) => [name, told.check])));
  });

  it('of a document that says the same nothing is pending', async () => {
    const contract = await relied();
    const answer = await world.admin.put<Json>(`${odcs(contract, '')}replace`, BEFORE(contract.table.name));
    expect([answer.status, answer.body.version]).toEqual([200, 0.1]);
  });

  it('of native contracts: a column takes the promises of its document along', async () => {
    const contract = await relied();
    const drop = [{ op: 'remove', path: '/schema/0' }];
    const current = await world.admin.must<Json & { schema: object[] }>('GET', `${at(contract)}?fields=*`);
    const { name, entity, entityStatus, sla, qualityExpectations } = current;
    const body = { name, entity, entityStatus, sla, qualityExpectations, schema: current.schema.slice(1) };
    const held = async (write: Promise<{ status: number; body: Changed }>): Promise<readonly Told[]> => {
      const answer = await write;
      expect(answer.status).toBe(202);
      return answer.body.changes;
    };
    const doors: Record<string, readonly Told[]> = {
      check: (await world.admin.must<Changed>('POST', at(contract, '/check'), { document: body })).changes,
      diff: (await world.admin.must<Changed>('POST', at(contract, '/diff'), body)).changes,
      tool: (await agent.call('check_change', { contract: contract.fqn, patch: drop })).changes as readonly Told[],
      PATCH: await held(world.admin.patch<Changed>(at(contract), drop)),
      PUT: await held(world.admin.put<Changed>('/dataContracts', body)),
      proposal: (await world.admin.must<Changed>('POST', at(contract, '/proposals'), { patch: drop, reason: 'why' }))
        .changes,
    };
    const own = ['relationships[0]', 'quality[0]'].map((member) => `breaking odcs:schema[0].properties[0].${member}`);
    for (const [door, changes] of Object.entries(doors))
      expect([door, words(changes)]).toEqual([door, ['breaking schema.id', ...own]]);
  });

  it('a proposal that takes nothing but a promise of the document away waits, and takes the document along', async () => {
    const contract = await relied();
    const consumer = await world.person();
    await consumer.client.must('PUT', at(contract, '/consumers'), { party: consumer.ref, purpose: 'Reports' });
    const document = documentOf(WITHOUT_PARTNER, EMAIL)(contract.table.name);
    const before = await world.admin.must<Json>('GET', at(contract, '/odcs'));
    const pendingImport = await world.admin.put<{ id: string; round: number; breaking: boolean }>(
      `${odcs(contract, '')}replace`,
      document,
    );
    expect([pendingImport.status, pendingImport.body.breaking]).toEqual([202, true]);
    expect(await world.admin.must('GET', at(contract, '/odcs'))).toEqual(before);
    const path = at(contract, `/proposals/${pendingImport.body.id}`);
    const overridden = await world.admin.post<Json>(`${path}/override`, { reason: 'now' });
    expect(overridden).toMatchObject({ status: 200, body: { state: 'Applied' } });
    expect(await world.admin.must('GET', at(contract, '/odcs'))).toEqual(document);
    const after = await world.admin.must<Json>('GET', `${at(contract)}?fields=*`);
    expect(after.changeDescription).toMatchObject({ fieldsUpdated: [{ name: 'odcs' }] });
  });
});
