import { RunningService } from '../../support/running-service';
import type { RestClient } from '../../support/rest-client';

const MARKER = 'qzsecret';

interface Made {
  readonly id: string;
  readonly fullyQualifiedName: string;
}

/** What hangs on a table that is hidden from one viewer by a rule on tables alone, and from another by one on schemas. */
describe('what hangs on something hidden', () => {
  let service: RunningService;
  let admin: RestClient;
  let table: Made;
  let contract: Made;
  let testCase: Made;
  let resultId: string;
  let seenContract: Made;
  const viewers = new Map<string, RestClient>();

  const RULES: Readonly<Record<string, object>> = {
    'by owner': { resources: ['table'], condition: '!isOwner() && !noOwner()' },
    'by type': { resources: ['table'] },
    'by schema': { resources: ['databaseSchema'], condition: '!isOwner() && !noOwner()' },
  };

  beforeAll(async () => {
    service = await RunningService.start();
    admin = await service.client();
    for (const [name, rule] of Object.entries(RULES)) {
      const role = name.replace(' ', '_');
      const rules = [{ name: 'r', effect: 'deny', operations: ['ViewAll'], ...rule }];
      const more = { name: 'm', effect: 'allow', operations: ['All'], resources: ['dataContract', 'testCase'] };
      await admin.must('POST', '/policies', { name: `${role}_policy`, rules: [...rules, more] });
      await admin.must('POST', '/roles', { name: role, policies: [`${role}_policy`] });
      viewers.set(name, await service.client(`v_${role}`, role));
    }
    const owner = await admin.must<Made>('POST', '/users', { name: 'keeper', email: 'keeper@example.com' });
    const owners = [{ id: owner.id, type: 'user' }];
    await admin.must('POST', '/services/databaseServices', { name: 'shop', serviceType: 'Postgres' });
    await admin.must('POST', '/databases', { name: 'sales', service: 'shop' });
    await admin.must('POST', '/databaseSchemas', { name: 'kept_schema', database: 'shop.sales', owners });
    await admin.must('POST', '/databaseSchemas', { name: 'seen', database: 'shop.sales' });
    const columns = [{ name: `${MARKER}_column`, dataType: 'INT' }];
    const at = { databaseSchema: 'shop.sales.kept_schema', columns };
    table = await admin.must<Made>('POST', '/tables', { name: `${MARKER}_table`, ...at });
    const link = `<#E::table::${table.fullyQualifiedName}>`;
    const definition = { testDefinition: `${MARKER}_rows` };
    await admin.must('POST', '/dataQuality/testDefinitions', {
      name: definition.testDefinition,
      entityType: 'TABLE',
      testPlatforms: ['OpenMetadata'],
    });
    testCase = await admin.must<Made>('POST', '/dataQuality/testCases', {
      name: 'rows',
      entityLink: link,
      ...definition,
    });
    // Owners of its own, whom nothing hides: the viewers themselves.
    const all = await Promise.all(
      [...viewers.keys()].map((name) => admin.must<Made>('GET', `/users/name/v_${name.replace(' ', '_')}`)),
    );
    const body = { name: 'c', entity: { id: table.id, type: 'table' }, schema: columns };
    const theirs = all.map(({ id }) => ({ id, type: 'user' }));
    contract = await admin.must<Made>('POST', '/dataContracts', { ...body, owners: theirs });
    const pushed = { timestamp: 1_763_612_345_678, contractExecutionStatus: 'Success', result: MARKER };
    resultId = (await admin.must<Made>('PUT', `/dataContracts/${contract.id}/results`, pushed)).id;
    await admin.must('PUT', `/dataContracts/${contract.id}/schedule`, { cron: '0 0 1 1 *' });
    const expected = [{ id: testCase.id, type: 'testCase' }];
    const open = await admin.must<Made>('POST', '/tables', {
      ...{ name: 'open', databaseSchema: 'shop.sales.seen', columns: [{ name: 'id', dataType: 'INT' }] },
      owners: theirs,
    });
    const seen = { name: 'seen_contract', entity: { id: open.id, type: 'table' }, qualityExpectations: expected };
    seenContract = await admin.must<Made>('POST', '/dataContracts', seen);
    await admin.must('POST', `/dataContracts/${seenContract.id}/validate`, {});
  });
  afterAll(() => service?.stop());

  /** By `GET`, or with a body by the method that stands before the path. */
  const asked = (): readonly (readonly [what: string, path: string, body?: object])[] => {
    const [c, name] = [`/dataContracts/${contract.id}`, encodeURIComponent(contract.fullyQualifiedName)];
    const t = `/dataQuality/testCases`;
    return [
      ['by id', c],
      ['by name', `/dataContracts/name/${name}`],
      ['of the asset', `/dataContracts/entity?entityId=${table.id}&entityType=table`],
      ['versions', `${c}/versions`],
      ['one version', `${c}/versions/0.1`],
      ['results', `${c}/results`],
      ['latest', `${c}/results/latest`],
      ['one result', `${c}/results/${resultId}`],
      ['summary', `${c}/results/summary`],
      ['events', `${c}/results/${resultId}/events`],
      ['schedule', `${c}/schedule`],
      ['ODCS', `${c}/odcs`],
      ['ODCS by name', `/dataContracts/name/${name}/odcs/yaml`],
      ['diff', `${c}/diff?from=0.1&to=0.1`],
      ['impact', `${c}/impact`],
      ['test case', `${t}/${testCase.id}`],
      ['test case by name', `${t}/name/${encodeURIComponent(testCase.fullyQualifiedName)}`],
      ['validate', `POST ${c}/validate`, {}],
      ['push', `PUT ${c}/results`, { timestamp: 1_763_612_345_679, contractExecutionStatus: 'Success' }],
      ['patch', `PATCH ${c}`, []],
      ['batch', 'POST /dataContracts/validations', { contractIds: [contract.id] }],
    ];
  };

  describe.each(Object.keys(RULES))('hidden %s', (name) => {
    it('is not there by whatever way it is asked for', async () => {
      const viewer = viewers.get(name)!;
      for (const [what, path, body] of asked()) {
        const [method, place] = path.includes(' ') ? (path.split(' ') as [string, string]) : ['GET', path];
        const headers: Record<string, string> =
          method === 'PATCH' ? { 'content-type': 'application/json-patch+json' } : {};
        const answer = await viewer.send(method, place, body === undefined ? {} : { body, headers });
        const own = [contract.id, table.id, testCase.id, contract.fullyQualifiedName, testCase.fullyQualifiedName];
        let text = JSON.stringify(answer.body);
        for (const said of own) text = text.replaceAll(said, '');
        // Whoever names a type of which it may view nothing is refused, whatever there is.
        const expected = name === 'by type' && what === 'of the asset' ? 403 : 404;
        expect([what, answer.status, text.includes(MARKER)]).toEqual([what, expected, false]);
      }
    });

    it('is in no list, total, search or filter', async () => {
      const viewer = viewers.get(name)!;
      for (const path of [
        '/dataContracts?limit=100&fields=*',
        '/dataQuality/testCases?limit=100&fields=*',
        '/search/query?q=*&index=dataContract&size=100',
        `/search/query?q=${MARKER}&index=dataContract`,
        '/search/query?q=rows&index=testCase',
        '/search/query?q=*&index=all&size=100',
      ]) {
        const { status, body } = await viewer.get(path);
        const told = name === 'by schema' ? /qzsecret|kept_schema/ : /qzsecret/;
        expect([path, status, told.exec(JSON.stringify(body))?.[0]]).toEqual([path, 200, undefined]);
      }
      const { body } = await viewer.get('/dataContracts?limit=0');
      // The other contract is of a table too.
      expect(body.paging).toEqual({ total: name === 'by type' ? 0 : 1 });
      const search = await viewer.get('/search/query?q=*&index=dataContract');
      expect((search.body.hits as { total: object }).total).toMatchObject({ value: name === 'by type' ? 0 : 1 });
    });

    it('scores are not told', async () => {
      const viewer = viewers.get(name)!;
      const { body } = await viewer.get('/search/query?q=shop&index=all');
      const { hits, max_score: best } = body.hits as {
        hits: { _score: unknown; sort?: unknown }[];
        max_score: unknown;
      };
      expect(hits.length).toBeGreaterThan(0);
      expect([best, ...hits.map(({ _score, sort }) => [_score, sort])]).toEqual([
        null,
        ...hits.map(() => [null, undefined]),
      ]);
      const after = encodeURIComponent(JSON.stringify([1, 'a', contract.id]));
      expect(await viewer.get(`/search/query?q=shop&search_after=${after}`)).toMatchObject({ status: 400 });
      const minimum = encodeURIComponent(
        JSON.stringify({ function_score: { query: { match_all: {} }, min_score: 1 } }),
      );
      expect(await viewer.get(`/search/query?q=shop&query_filter=${minimum}`)).toMatchObject({ status: 400 });
      const seen = (await admin.get('/search/query?q=shop&index=all')).body.hits as { max_score: number };
      expect(seen.max_score).toBeGreaterThan(0);
    });
  });

  it('the quality of a contract that expects it is left out, in every answer', async () => {
    const c = `/dataContracts/${seenContract.id}`;
    const whole = (await admin.get(`${c}/results/latest?fields=details`)).body;
    expect(whole).toMatchObject({ contractExecutionStatus: 'Failed', qualityValidation: { failed: 1 } });
    for (const name of ['by owner', 'by schema']) {
      const viewer = viewers.get(name)!;
      const paths = ['/results/latest?fields=details', '/results?fields=details', `/results/${String(whole.id)}`, ''];
      for (const path of paths) {
        const { status, body } = await viewer.get(`${c}${path}`);
        const text = JSON.stringify(body);
        expect([path, status, /qualityValidation|rows|quality test|"result":/.test(text)]).toEqual([path, 200, false]);
      }
      const summary = await viewer.get(`${c}/results/summary?fields=trendDimensions`);
      expect(summary.body.dimensions).not.toHaveProperty('quality');
      expect(JSON.stringify(summary.body.trend)).not.toContain('quality');
      const events = await viewer.get(`${c}/results/${String(whole.id)}/events`);
      expect([events.status, JSON.stringify(events.body).includes('"quality')]).toEqual([200, false]);
      const run = await viewer.post(`${c}/validate`, {});
      expect([run.status, JSON.stringify(run.body).includes('qualityValidation')]).toEqual([200, false]);
    }
    const told = await admin.get(`${c}/results/summary?fields=trendDimensions`);
    expect(told.body.dimensions).toHaveProperty('quality');
    expect(JSON.stringify(told.body.trend)).toContain('quality');
  });

  it('why a semantics rule failed is left out, since it quotes what the rule read', async () => {
    const columns = [{ name: 'id', dataType: 'INT' }];
    const { id: keeper } = await admin.must<Made>('GET', '/users/name/keeper');
    const quoted = await admin.must<Made>('POST', '/tables', {
      ...{ name: 'quoted', databaseSchema: 'shop.sales.seen', columns },
      owners: [{ id: keeper, type: 'user' }],
    });
    const rule = { '==': [{ var: 'owners.0.name' }, 'somebody'] };
    const body = { name: 'c', entity: { id: quoted.id, type: 'table' }, semantics: [{ name: 'kept', rule }] };
    const { id } = await admin.must<Made>('POST', '/dataContracts', body);
    await admin.must('POST', `/dataContracts/${id}/validate`, {});
    const { body: told } = await admin.get(`/dataContracts/${id}/results/latest`);
    expect(JSON.stringify(told)).toContain('owners.0.name is \\"keeper\\"');
    const viewer = viewers.get('by schema')!;
    const run = await viewer.post(`/dataContracts/${id}/validate`, {});
    for (const path of [
      '/results/latest?fields=details',
      '/results?fields=details',
      '',
      `/results/${String(run.body.id)}`,
    ]) {
      const { status, body: shown } = await viewer.get(`/dataContracts/${id}${path}`);
      expect([path, status, /keeper|owners\.0/.test(JSON.stringify({ ...shown, semantics: [] }))]).toEqual([
        path,
        200,
        false,
      ]);
    }
    expect(run.body.semanticsValidation).toMatchObject({ failed: 1, failedRules: [{ ruleName: 'kept' }] });
  });

  it('an id of something hidden is repeated as one of nothing', async () => {
    const viewer = viewers.get('by owner')!;
    await admin.must('POST', '/teams', { name: 'crew', teamType: 'Group' });
    const nothing = '00000000-0000-4000-8000-000000000001';
    const answers = await Promise.all(
      [table.id, nothing].map(async (id) => {
        const answer = await viewer.put('/teams/crew/assets/add', { assets: [{ id, type: 'table' }] });
        return JSON.stringify([answer.status, answer.body]).replaceAll(id, '<id>');
      }),
    );
    expect(answers[0]).toBe(answers[1]);
    expect(answers[0]).toContain('<id>');
  });

  it('a batch of which a contract has become hidden is not there any more', async () => {
    const viewer = await service.client('v_later', 'by_owner');
    const own = await admin.must<Made>('POST', '/tables', {
      ...{ name: 'later', databaseSchema: 'shop.sales.seen', columns: [{ name: 'id', dataType: 'INT' }] },
    });
    const body = { name: 'c', entity: { id: own.id, type: 'table' } };
    const later = await admin.must<Made>('POST', '/dataContracts', body);
    const batch = await viewer.must<Made>('POST', '/dataContracts/validations', { contractIds: [later.id] });
    // By a filter, since a contract that is named is asked for first.
    const again = () =>
      viewer.send('POST', '/dataContracts/validations', { body: { filter: {} }, headers: { 'idempotency-key': 'k' } });
    const [first, kept] = [await again(), await again()];
    expect([first.status, kept.status, kept.body]).toEqual([202, 202, first.body]);
    const paths = [`/dataContracts/validations/${batch.id}`, `/dataContracts/validations/${batch.id}/events`];
    expect((await viewer.get(paths[0]!)).status).toBe(200);
    const keeper = await admin.must<Made>('GET', '/users/name/keeper');
    const owners = [{ op: 'add', path: '/owners', value: [{ id: keeper.id, type: 'user' }] }];
    await admin.must('PATCH', `/tables/${own.id}`, owners);
    for (const path of paths) expect([path, (await viewer.get(path)).status]).toEqual([path, 404]);
    expect((await again()).status).toBe(404);
  });
});
