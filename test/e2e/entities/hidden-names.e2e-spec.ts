import { RunningService } from '../../support/running-service';
import type { RestClient } from '../../support/rest-client';

const MARKER = 'qzsecret';
const PATCH = { 'content-type': 'application/json-patch+json' };

interface Made {
  readonly id: string;
  readonly version: number;
  readonly fullyQualifiedName: string;
}

/** Names of what a rule hides that stand as texts in what can be seen. */
describe('the name of something hidden', () => {
  let service: RunningService;
  let admin: RestClient;
  let viewer: RestClient;
  let owners: object[];

  const columns = [{ name: 'id', dataType: 'INT' }];
  const table = (name: string, schema: string, more: object = {}): Promise<Made> =>
    admin.must<Made>('POST', '/tables', { name, databaseSchema: `shop.sales.${schema}`, columns, ...more });
  const patch = (client: RestClient, path: string, operations: object[]) =>
    client.send('PATCH', path, { body: operations, headers: PATCH });

  const csv = async ({ token }: RestClient, path: string): Promise<{ status: number; text: string }> => {
    const headers = { authorization: `Bearer ${token}`, accept: 'text/csv' };
    const answer = await fetch(`${service.baseUrl}/api/v1${path}`, { headers });
    return { status: answer.status, text: await answer.text() };
  };

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    const hides = { effect: 'deny', operations: ['ViewAll'], condition: '!isOwner() && !noOwner()' };
    const rules = [
      { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
      { name: 'hides', resources: ['databaseSchema', 'classification', 'tag', 'table', 'team'], ...hides },
    ];
    await admin.must('POST', '/policies', { name: 'viewer_policy', rules });
    await admin.must('POST', '/roles', { name: 'viewer_role', policies: ['viewer_policy'] });
    viewer = await service.client('viewer', 'viewer_role');
    const { id } = await admin.must<Made>('POST', '/users', { name: 'keeper', email: 'keeper@example.com' });
    owners = [{ id, type: 'user' }];
    await admin.must('POST', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: `${MARKER}_schema`, database: 'shop.sales', owners });
    await admin.must('POST', '/databaseSchemas', { name: 'seen', database: 'shop.sales' });
    await admin.must('POST', '/classifications', { name: `${MARKER}_kinds`, description: 'x', owners });
    await admin.must('POST', '/tags', { name: 'kind', classification: `${MARKER}_kinds`, description: 'x' });
    await admin.must('POST', '/classifications', { name: 'Kinds', description: 'x' });
    await admin.must('POST', '/tags', { name: 'other', classification: 'Kinds', description: 'x' });
  });
  afterAll(() => service?.stop());

  it('stands in no change of a list of names', async () => {
    const names = [`${MARKER}_kinds.kind`, 'Kinds.other'];
    const body = { name: 'seen_tag', classification: 'Kinds', description: 'x' };
    const { id } = await admin.must<Made>('POST', '/tags', body);
    const changes = [
      [{ op: 'add', path: '/associatedTags', value: [names[0]] }],
      [{ op: 'add', path: '/associatedTags', value: names }],
      [{ op: 'replace', path: '/associatedTags', value: [names[1]] }],
      [{ op: 'remove', path: '/associatedTags' }],
    ];
    for (const [i, change] of changes.entries()) {
      await admin.must('PATCH', `/tags/${id}`, change);
      const [all, ...told] = await Promise.all(
        [`/tags/${id}/versions`, `/tags/${id}?fields=*`, `/tags/${id}/versions/${(2 + i) / 10}`].map((path) =>
          viewer.get(path),
        ),
      );
      for (const { status, body } of [all!, ...told])
        expect([i, status, JSON.stringify(body).includes(MARKER)]).toEqual([i, 200, false]);
    }
    const { status, body: events } = await viewer.get(`/events?entityId=${id}&limit=100`);
    expect([status, (events.data as object[]).length]).toEqual([200, 5]);
    expect(JSON.stringify(events)).toContain('Kinds.other');
    expect(JSON.stringify(events)).not.toContain(MARKER);
  });

  it('stands nowhere once something has left it', async () => {
    const hidden = `${MARKER}_schema`;
    const more = {
      tableConstraints: [{ constraintType: 'UNIQUE', columns: ['id'] }],
      dataModel: { modelType: 'DBT', path: 'x', columns },
    };
    const { id } = await table('mover', hidden, { ...more, columns: [...columns, { name: 'old', dataType: 'INT' }] });
    const made = await admin.must<Made>('POST', '/dataContracts', {
      ...{ name: 'c', entity: { id, type: 'table' }, schema: columns },
    });
    const testCase = await admin.must<Made>('POST', '/dataQuality/testCases', {
      ...{ name: 'rows', entityLink: `<#E::table::shop.sales.${hidden}.mover::columns::id>` },
      testDefinition: 'columnValuesToBeNotNull',
    });
    const product = await admin.must<Made>('POST', '/domains', {
      ...{ name: 'moving', description: 'x', domainType: 'Aggregate' },
    });
    const things = [`/tables/${id}`, `/dataContracts/${made.id}`, `/dataQuality/testCases/${testCase.id}`];
    const describe = [{ op: 'add', path: '/description', value: 'there' }];
    for (const path of things) await admin.must('PATCH', path, describe);
    const seen = await admin.must<Made>('GET', '/databaseSchemas/name/shop.sales.seen');
    await admin.must('PATCH', `/tables/${id}`, [
      { op: 'replace', path: '/databaseSchema', value: { id: seen.id, type: 'databaseSchema' } },
      { op: 'remove', path: '/columns/1' },
      { op: 'remove', path: '/dataModel' },
      { op: 'add', path: '/domains', value: [{ id: product.id, type: 'domain' }] },
    ]);
    const read = async (path: string): Promise<string> => {
      const { status, body } = await viewer.get(path);
      const text = JSON.stringify(body);
      expect([path, status, text.includes(MARKER) && text]).toEqual([path, 200, false]);
      return text;
    };
    for (const path of things) {
      const { versions } = (await admin.get(`${path}/versions`)).body as { versions: string[] };
      expect(JSON.stringify(versions)).toContain(hidden);
      await read(`${path}/versions`);
      await read(`${path}?fields=*`);
      for (const { version } of versions as unknown as Made[]) await read(`${path}/versions/${version}`);
      await read(`/events?entityId=${path.slice(-36)}&limit=100`);
    }
    await read('/events?limit=1000');
    await read(`/dataContracts/${made.id}/diff?from=0.1&to=0.2`);
    expect(await read(`/tables/${id}/versions/0.1`)).toContain('"shop.sales.seen.mover.id"');
    expect(await read(`${things[2]}/versions/0.1`)).toContain('<#E::table::shop.sales.seen.mover::columns::id>');
    const named = async (client: RestClient, fqn: string): Promise<number> =>
      ((await client.get(`/events?fqn=${fqn}&limit=100`)).body.data as object[]).length;
    expect(await named(admin, `shop.sales.${hidden}.mover`)).toBe(2);
    expect(await named(viewer, `shop.sales.${hidden}.mover`)).toBe(0);
    expect(await named(viewer, 'shop.sales.seen.mover')).toBe(3);
    expect(await named(viewer, 'shop')).toBe(1);
  });

  describe('in a body', () => {
    const NOTHING = '00000000-0000-4000-8000-00000000000f';
    let far: Made;
    let other: Made;
    let writer: RestClient;

    beforeAll(async () => {
      const rules = [
        { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
        { name: 'hides', effect: 'deny', operations: ['ViewAll'], resources: ['table', 'tag', 'databaseSchema'] },
      ].map((rule) => (rule.name === 'hides' ? { ...rule, condition: '!isOwner() && !noOwner()' } : rule));
      const own = [...rules, { name: 'fixed', effect: 'deny', operations: ['EditAll'], resources: ['All'] }];
      await admin.must('POST', '/policies', { name: 'describer_policy', rules: own });
      await admin.must('POST', '/roles', { name: 'describer', policies: ['describer_policy'] });
      writer = await service.client('describer', 'describer');
      await admin.must('POST', '/classifications', { name: 'Told', description: 'x' });
      for (const name of ['a', 'b'])
        await admin.must('POST', '/tags', { name, classification: 'Told', description: 'x', owners });
      [far, other] = [await table('far', `${MARKER}_schema`), await table('other', `${MARKER}_schema`)];
      await admin.must('POST', '/services/mlmodelServices', { name: 'models', serviceType: 'Mlflow' });
    });

    /** What is there already, what is there and not referred to, and what is not there. */
    const TEXTS = ['far', 'other', 'nothing'] as const;
    const named = (name: string): string => `shop.sales.${MARKER}_schema.${name}`;
    const tag = (name: string): string => `Told.${{ far: 'a', other: 'b' }[name] ?? 'nothing'}`;
    const source = (id: string): object => ({ name: 's', dataSource: { id, type: 'table' } });
    const idOf = (name: string): string => ({ far: far.id, other: other.id })[name] ?? NOTHING;

    const WAYS: readonly [string, string, object, string, (name: string) => unknown][] = [
      [
        'columns of a constraint',
        '/tables',
        {
          databaseSchema: 'shop.sales.seen',
          columns,
          tableConstraints: [
            { constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [`${named('far')}.id`] },
          ],
        },
        '/tableConstraints/0/referredColumns',
        (name) => [`${named(name)}.id`],
      ],
      [
        'a whole constraint',
        '/tables',
        {
          databaseSchema: 'shop.sales.seen',
          columns,
          tableConstraints: [
            { constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [`${named('far')}.id`] },
          ],
        },
        '/tableConstraints',
        (name) => [{ constraintType: 'FOREIGN_KEY', columns: ['id'], referredColumns: [`${named(name)}.id`] }],
      ],
      [
        'what a model is made of',
        '/tables',
        {
          databaseSchema: 'shop.sales.seen',
          columns,
          dataModel: { modelType: 'DBT', path: 'x', upstream: [named('far')] },
        },
        '/dataModel/upstream',
        (name) => [named(name)],
      ],
      [
        'tags',
        '/tags',
        { classification: 'Kinds', description: 'x', associatedTags: ['Told.a'] },
        '/associatedTags',
        (name) => [tag(name)],
      ],
      [
        'sources',
        '/mlmodels',
        {
          service: 'models',
          algorithm: 'x',
          mlFeatures: [{ name: 'f', featureSources: [source('far')] }],
        },
        '/mlFeatures/0/featureSources/0/dataSource',
        (name) => ({ id: idOf(name), type: 'table' }),
      ],
      [
        'names of sources',
        '/mlmodels',
        {
          service: 'models',
          algorithm: 'x',
          mlFeatures: [{ name: 'f', featureSources: [{ name: 's', fullyQualifiedName: `${named('far')}.id` }] }],
        },
        '/mlFeatures/0/featureSources',
        (name) => [{ name: 's', fullyQualifiedName: `${named(name)}.id` }],
      ],
      [
        'what a recognizer skips',
        '/tags',
        {
          classification: 'Kinds',
          description: 'x',
          recognizers: [
            {
              name: 'r',
              recognizerConfig: {},
              exceptionList: [{ entityLink: `<#E::table::${named('far')}::columns::id>` }],
            },
          ],
        },
        '/recognizers/0/exceptionList',
        (name) => [{ entityLink: `<#E::table::${named(name)}::columns::id>` }],
      ],
    ];

    it.each(WAYS)('tells nothing of %s', async (what, path, body, place, value) => {
      const name = `held_${what.replaceAll(' ', '_')}`;
      const own = JSON.parse(JSON.stringify(body).replaceAll('"far"', `"${far.id}"`)) as Record<string, unknown>;
      const { id } = await admin.must<Made>('POST', path, { name, ...own });
      const stored = JSON.stringify(await admin.must('GET', `${path}/${id}`));
      const answers: string[] = [];
      for (const by of [viewer, writer])
        for (const text of TEXTS) {
          const { status, body: shown } = await patch(by, `${path}/${id}`, [
            { op: 'add', path: place, value: value(text) },
          ]);
          const whole = JSON.stringify(await admin.must('GET', `${path}/${id}`));
          const { requestId: _own, ...rest } = shown;
          answers.push(JSON.stringify([status, rest, whole === stored ? 'as it was' : whole]));
        }
      // Whoever may not change anything is told so of each, or of none.
      const [ofViewer, ofWriter] = [new Set(answers.slice(0, 3)), new Set(answers.slice(3))];
      expect([...ofViewer]).toEqual([expect.stringMatching(/^\[200,.*"as it was"]$/)]);
      expect(ofWriter.size).toBe(1);
      const puts: string[] = [];
      for (const text of TEXTS) {
        const sent = JSON.parse(
          JSON.stringify({ name, ...own })
            .replaceAll(named('far'), named(text))
            .replaceAll('Told.a', tag(text))
            .replaceAll(far.id, idOf(text)),
        ) as object;
        const { status, body: shown } = await viewer.put(path, sent);
        puts.push(JSON.stringify([status, shown]));
      }
      expect([...new Set(puts)]).toEqual([expect.stringMatching(/^\[200,/)]);
      expect(JSON.stringify(await admin.must('GET', `${path}/${id}`))).toBe(stored);
    });
  });

  it('does not hold together those below it in an export of teams', async () => {
    const team = (name: string, more: object): Promise<Made> =>
      admin.must<Made>('POST', '/teams', { name, teamType: 'Department', ...more });
    await team('top', { teamType: 'BusinessUnit' });
    await team(`${MARKER}_team`, { parents: ['top'], owners });
    await team('between', { parents: ['top'] });
    await team('below_both', { parents: [`${MARKER}_team`] });
    await team('below', { parents: ['between'] });
    const names = async (by: RestClient): Promise<string[]> => {
      const { text } = await csv(by, '/teams/name/top/export');
      return text
        .split('\r\n')
        .slice(1, -1)
        .map((line) => line.split(',')[0]!);
    };
    expect(await names(admin)).toEqual(['below', 'below_both', 'between', `${MARKER}_team`]);
    expect(await names(viewer)).toEqual(['below', 'between']);
  });

  describe('of a whole type', () => {
    const denied = async (type: string): Promise<RestClient> => {
      const rules = [
        { name: 'all', effect: 'allow', operations: ['All'], resources: ['All'] },
        { name: 'closed', effect: 'deny', operations: ['ViewAll'], resources: [type] },
      ];
      await admin.must('POST', '/policies', { name: `no_${type}_policy`, rules });
      await admin.must('POST', '/roles', { name: `no_${type}`, policies: [`no_${type}_policy`] });
      return service.client(`without_${type}`, `no_${type}`);
    };

    it('is in the table that is exported, as in its name', async () => {
      await table('exported', 'seen');
      const reader = await denied('databaseSchema');
      const paths = [
        '/tables/export?database=shop.sales',
        '/tables/name/shop.sales.seen.exported/export',
        '/databases/name/shop.sales/export',
        '/services/databaseServices/name/shop/export',
      ];
      for (const path of paths) {
        const { status, text } = await csv(reader, path);
        expect([path, status, text.includes('shop.sales.seen,exported,')]).toEqual([path, 200, true]);
      }
      for (const name of ['seen', 'nothing'])
        for (const path of [
          `/databaseSchemas/name/shop.sales.${name}/export`,
          `/tables/export?databaseSchema=shop.sales.${name}`,
        ])
          expect([path, (await csv(reader, path)).status]).toEqual([path, 403]);
    });

    it('is answered as nothing where a body refers to it', async () => {
      const crew = await admin.must<Made>('POST', '/teams', { name: 'crew', teamType: 'Group' });
      const held = await admin.must<Made>('POST', '/teams', { name: 'held', teamType: 'Group' });
      const { id } = await table('owned', 'seen', { owners: [{ id: held.id, type: 'team' }] });
      const writer = await denied('team');
      const references = [
        ['403', (one: string, name: string) => ({ id: one, type: 'team', name })],
        ['403', (_: string, name: string) => ({ type: 'team', fullyQualifiedName: name })],
        ['404', (_: string, name: string) => ({ fullyQualifiedName: name })],
      ] as const;
      for (const [status, reference] of references)
        for (const path of ['/owners', '/reviewers']) {
          const answers = await Promise.all(
            [crew, held, { id: '00000000-0000-4000-8000-000000000001', fullyQualifiedName: 'nobody' }].map(
              async ({ id: one, fullyQualifiedName }) => {
                const value = [reference(one, fullyQualifiedName)];
                const answer = await patch(writer, `/tables/${id}`, [{ op: 'add', path, value }]);
                const { requestId: _own, ...body } = answer.body;
                const text = JSON.stringify([answer.status, body]);
                return text.replaceAll(one, '<id>').replaceAll(`for ${fullyQualifiedName} `, 'for <id> ');
              },
            ),
          );
          expect([path, ...new Set(answers)]).toEqual([path, expect.stringContaining(`[${status},`)]);
        }
    });
  });
});
