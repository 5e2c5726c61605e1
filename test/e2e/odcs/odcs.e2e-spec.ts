import { parse, stringify } from 'yaml';
import { ContractWorld, unique, type Asset } from '../contracts/contract-world';

interface Answer {
  readonly status: number;
  readonly type: string;
  readonly text: string;
  readonly headers: Headers;
}

type Json = Record<string, unknown>;

const NOBODY = '7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55';

describe('documents of the standard over HTTP', () => {
  let world: ContractWorld;

  beforeAll(async () => {
    world = await ContractWorld.shared();
  });

  const document = (more: object = {}) => ({
    ...{
      apiVersion: 'v3.1.0',
      kind: 'DataContract',
      id: 'orders-1',
      version: '1.0.0',
      status: 'active',
      name: unique('agreed'),
    },
    schema: [{ name: 'anything', properties: [{ name: 'id', logicalType: 'integer', physicalType: 'bigint' }] }],
    contractCreatedTs: '2024-02-29T10:00:00Z',
    slaProperties: [
      { property: 'timeOfAvailability', value: '09:30' },
      { property: 'endOfLife', value: '2042-05-12' },
    ],
    ...more,
  });

  async function call(method: string, path: string, body?: string, type = 'application/json'): Promise<Answer> {
    const answer = await fetch(`${world.client.baseUrl}/api/v1${path}`, {
      method,
      headers: {
        authorization: `Bearer ${world.client.token}`,
        ...(body === undefined ? {} : { 'content-type': type }),
      },
      body,
    });
    const content = answer.headers.get('content-type') ?? '';
    return { status: answer.status, type: content, text: await answer.text(), headers: answer.headers };
  }

  const query = ({ id }: Asset, more = '') => `?entityId=${id}&entityType=table${more}`;
  const json = ({ text }: Answer) => JSON.parse(text) as Record<string, unknown>;

  it('JSON comes in, and goes out by id and by name, as JSON and as YAML', async () => {
    const sent = document();
    const made = await call('POST', `/dataContracts/odcs${query(await world.table())}`, JSON.stringify(sent));
    const contract = json(made);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/dataContracts/${String(contract.id)}`]);
    expect(contract).toMatchObject({ entityStatus: 'Active', sla: { availabilityTime: '09:30' } });
    expect(Object.keys(contract.odcsImportReport as object)).toEqual(['mapped', 'notJudged', 'kept', 'notUnderstood']);
    const names = [String(contract.id), `name/${String(contract.fullyQualifiedName)}`];
    for (const name of names) {
      const out = await call('GET', `/dataContracts/${name}/odcs`);
      expect([out.status, json(out)]).toEqual([200, sent]);
      const yaml = await call('GET', `/dataContracts/${name}/odcs/yaml`);
      expect([yaml.status, yaml.type]).toEqual([200, 'application/yaml; charset=utf-8']);
      expect(parse(yaml.text)).toEqual(sent);
      // A reader of YAML 1.1 takes these for a date and a number of base 60 where they are not quoted.
      expect(parse(yaml.text, { version: '1.1' })).toEqual(sent);
    }
  });

  it('YAML comes in under each of its media types, and changes by PUT', async () => {
    for (const type of ['application/yaml', 'text/yaml', 'application/x-yaml']) {
      const [asset, sent] = [await world.table(), document()];
      const made = await call('PUT', `/dataContracts/odcs/yaml${query(asset)}`, stringify(sent), type);
      expect(made.status).toBe(201);
      const changed = await call(
        'PUT',
        `/dataContracts/odcs/yaml${query(asset, '&mode=replace')}`,
        stringify({ ...sent, status: 'draft' }),
        type,
      );
      expect([changed.status, json(changed).entityStatus]).toEqual([200, 'Draft']);
      expect(json(changed).id).toBe(json(made).id);
    }
  });

  it('the asset may be named by its FQN, for each operation that takes one', async () => {
    const { fullyQualifiedName } = await world.table();
    const named = `?entityType=table&entityFqn=${encodeURIComponent(fullyQualifiedName)}`;
    const sent = JSON.stringify(document());
    expect(json(await call('POST', `/dataContracts/odcs/validate/yaml${named}`, sent))).toMatchObject({ valid: true });
    const made = await call('POST', `/dataContracts/odcs${named}`, sent);
    expect([made.status, json(made).entity]).toEqual([201, expect.objectContaining({ fullyQualifiedName })]);
    const put = await call('PUT', `/dataContracts/odcs/yaml${named}`, sent, 'application/yaml');
    expect([put.status, json(put).id]).toEqual([200, json(made).id]);
    const wrong = await call('PUT', '/dataContracts/odcs?entityType=table&entityFqn=no.such.table', sent);
    expect([wrong.status, json(wrong).message]).toEqual([404, 'table instance for no.such.table not found']);
    expect((await call('POST', '/dataContracts/odcs?entityType=table&entityFqn=no.such.table', '[]')).status).toBe(400);
  });

  it('a key makes an import happen once, with the same answer', async () => {
    const path = `/dataContracts/odcs${query(await world.table())}`;
    const headers = {
      authorization: `Bearer ${world.client.token}`,
      'content-type': 'application/json',
      'idempotency-key': unique('k'),
    };
    const body = JSON.stringify(document());
    const [first, second] = [0, 1].map(() => async () => {
      const answer = await fetch(`${world.client.baseUrl}/api/v1${path}`, { method: 'POST', headers, body });
      return { status: answer.status, replayed: answer.headers.get('idempotent-replayed'), body: await answer.json() };
    });
    const one = await first!();
    expect(await second!()).toEqual({ ...one, replayed: 'true' });
    expect((await call('POST', path, body)).status).toBe(409);
  });

  it('a document is parsed and checked without being stored', async () => {
    const asset = await world.table();
    const parsed = await call(
      'POST',
      '/dataContracts/odcs/parse/yaml',
      stringify(document({ name: 'n' })),
      'application/yaml',
    );
    expect([parsed.status, json(parsed)]).toEqual([
      200,
      { name: 'n', version: '1.0.0', status: 'active', schemaObjects: ['anything'], hasMultipleObjects: false },
    ]);
    const checked = await call(
      'POST',
      `/dataContracts/odcs/validate/yaml${query(asset)}`,
      stringify(document()),
      'application/yaml',
    );
    expect([checked.status, json(checked).valid]).toEqual([200, true]);
    const wrong = document({ schema: [{ name: 'x', properties: [{ name: 'gone' }] }] });
    const refused = await call(
      'POST',
      `/dataContracts/odcs/validate/yaml${query(asset)}`,
      stringify(wrong),
      'application/yaml',
    );
    expect(json(refused)).toMatchObject({ valid: false, errors: [{ field: 'schema[0].properties[0].name' }] });
    expect((await call('GET', `/dataContracts/entity${query(asset)}`)).status).toBe(404);
  });

  it('a proposed document of several objects is read for the object of the import, or for the one that is named', async () => {
    const asset = await world.table();
    const column = (name: string) => ({ name, logicalType: 'integer', physicalType: 'bigint' });
    const schema = ['first', 'second'].map((name) => ({ name, properties: [column('id')] }));
    const sent = JSON.stringify(document({ schema }));
    expect((await call('POST', `/dataContracts/odcs${query(asset)}`, sent)).status).toBe(400);
    const { id } = json(await call('POST', `/dataContracts/odcs${query(asset, '&objectName=second')}`, sent));
    const changed = [schema[1], { ...schema[0], properties: [column('id'), column('note')] }];
    const proposed = { ...(JSON.parse(sent) as object), schema: changed };
    const paths = async (search: string): Promise<unknown> => {
      const diff = await call('POST', `/dataContracts/${String(id)}/diff${search}`, JSON.stringify(proposed));
      const body = JSON.stringify({ document: proposed });
      const check = await call('POST', `/dataContracts/${String(id)}/check${search}`, body);
      expect([diff.status, check.status, json(check).changes]).toEqual([200, 200, json(diff).changes]);
      return (json(diff).changes as { path: string }[]).map(({ path }) => path);
    };
    expect(await paths('')).toEqual([]);
    expect(await paths('?objectName=first')).toEqual(['schema.note']);
    const wrong = await call('POST', `/dataContracts/${String(id)}/diff?objectName=third`, sent);
    expect([wrong.status, json(wrong).details]).toEqual([
      400,
      [{ field: 'objectName', message: 'is not third; the document has first, second' }],
    ]);
    expect((await call('POST', `/dataContracts/${String(id)}/diff?object=first`, sent)).status).toBe(400);
    const put = await call('PUT', `/dataContracts/odcs${query(asset, '&mode=replace')}`, sent);
    expect([put.status, json(put).id]).toEqual([200, id]);
  });

  it('the document goes out in YAML by Accept too', async () => {
    const sent = document();
    const { id } = json(await call('POST', `/dataContracts/odcs${query(await world.table())}`, JSON.stringify(sent)));
    const headers = { authorization: `Bearer ${world.client.token}`, accept: 'text/yaml' };
    const out = await fetch(`${world.client.baseUrl}/api/v1/dataContracts/${String(id)}/odcs`, { headers });
    expect(out.headers.get('content-type')).toBe('text/yaml; charset=utf-8');
    expect(parse(await out.text(), { version: '1.1' })).toEqual(sent);
  });

  it('many objects come in at once, each to the asset of its name', async () => {
    const [one, other] = [unique('t'), unique('t')];
    await world.table({ name: one });
    const schema = [one, other].map((name) => ({ name, properties: [{ name: 'id' }] }));
    const bulk = (objects: readonly object[]) => {
      const path = `/dataContracts/odcs/bulk?service=${world.schema.split('.')[0]}`;
      return call('POST', path, JSON.stringify(document({ schema: objects })));
    };
    const answer = await bulk(schema);
    expect([answer.status, json(answer)]).toMatchObject([
      207,
      { total: 2, created: 1, results: [{ status: 201 }, { status: 404 }] },
    ]);
    expect((await bulk(schema.slice(1))).status).toBe(207);
    await world.table({ name: other });
    const rest = await bulk(schema.slice(1));
    expect([rest.status, json(rest).created]).toEqual([200, 1]);
  });

  it('of many objects each report tells what was changed in its own, and outside of all', async () => {
    const names = [unique('t'), unique('t')];
    for (const name of names) await world.table({ name });
    const path = `/dataContracts/odcs/bulk?service=${world.schema.split('.')[0]}`;
    const objects = names.map((name, at) => ({ name, [`own${at}`]: 1, properties: [{ name: 'id' }] }));
    const sent = JSON.stringify({ ...document({ schema: objects }), everywhere: 1 });
    const { results } = json(await call('POST', path, sent)) as {
      results: { odcsImportReport: { changed: { path: string }[] } }[];
    };
    expect(results.map(({ odcsImportReport: { changed } }) => changed.map((change) => change.path).sort())).toEqual([
      ['everywhere', 'schema[0].own0'],
      ['everywhere', 'schema[1].own1'],
    ]);
    const unknown = Object.fromEntries(Array.from({ length: 1_001 }, (_, at) => [`key${at}`, 1]));
    const schema = Array.from({ length: 200 }, (_, at) => ({ name: `none${at}` }));
    const refused = await call('POST', path, JSON.stringify({ ...document({ schema }), ...unknown }));
    expect([refused.status, json(refused).message]).toMatchObject([
      400,
      expect.stringContaining('1001 places outside of its 200 objects'),
    ]);
  });

  it.each([
    ['no asset', 'POST', '', 'entityId'],
    ['a wrong id', 'POST', '?entityId=1&entityType=table', 'entityId'],
    ['an asset named twice', 'POST', `?entityId=${NOBODY}&entityFqn=a.b&entityType=table`, 'entityFqn'],
    ['an empty FQN', 'POST', '?entityFqn=&entityType=table', 'entityId'],
    ['a wrong type', 'POST', '?entityId=7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55&entityType=user', 'entityType'],
    ['another mode', 'PUT', '?entityId=7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55&entityType=table&mode=append', 'mode'],
    ['an unknown parameter', 'PUT', '?entityId=7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55&entityType=table&x=1', 'x'],
  ])('%s in the query is 400', async (_what, method, search, field) => {
    const answer = await call(method, `/dataContracts/odcs${search}`, JSON.stringify(document()));
    expect([answer.status, (json(answer).details as { field: string }[])[0]?.field]).toEqual([400, field]);
  });

  it.each([
    ['another format', { info: { title: 't' }, models: { orders: {} } }, 'models'],
    ['another kind', { apiVersion: 'v3.1.0', kind: 'Table' }, 'kind'],
    ['a version to come', { apiVersion: 'v9.0.0', kind: 'DataContract' }, 'apiVersion'],
    ['a list', [], ''],
  ])('%s as the body is 400 and named', async (_what, body, field) => {
    const answer = await call('POST', `/dataContracts/odcs${query(await world.table())}`, JSON.stringify(body));
    expect([answer.status, (json(answer).details as { field: string }[])[0]?.field]).toEqual([400, field]);
  });

  it('an unknown asset or contract is 404, an unknown version of the standard 400, an empty body 400', async () => {
    const nobody = '7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55';
    const path = `/dataContracts/odcs?entityId=${nobody}&entityType=table`;
    expect((await call('POST', path, JSON.stringify(document()))).status).toBe(404);
    expect((await call('GET', `/dataContracts/${nobody}/odcs`)).status).toBe(404);
    expect((await call('GET', `/dataContracts/${nobody}/odcs?version=2.0`)).status).toBe(400);
    expect((await call('POST', path, '')).status).toBe(400);
  });

  it.each(['merge', 'replace'])(
    'what %s would change is told before, by the comparison and by whatIf',
    async (mode) => {
      const table = await world.table();
      const first = json(await call('POST', `/dataContracts/odcs${query(table)}`, JSON.stringify(document())));
      const id = String(first.id);
      const owned = { name: 'owned', rule: '{"!!": {"var": "owners"}}' };
      const patch = [{ op: 'add', path: '/semantics', value: [owned] }];
      const patched = json(
        await call('PATCH', `/dataContracts/${id}`, JSON.stringify(patch), 'application/json-patch+json'),
      );
      const small = {
        ...{ apiVersion: 'v3.1.0', kind: 'DataContract', id: 'orders-1', version: '2.0.0', status: 'active' },
        slaProperties: [{ property: 'retention', value: '2 years' }],
      };
      const sent = JSON.stringify(small);
      const told = json(await call('POST', `/dataContracts/${id}/diff?mode=${mode}`, sent));
      const draft = JSON.stringify({ document: small });
      const asked = json(await call('POST', `/dataContracts/${id}/whatIf?mode=${mode}`, draft));
      expect((asked.check as Json).changes).toEqual(told.changes);
      const stored = json(await call('PUT', `/dataContracts/odcs${query(table, `&mode=${mode}`)}`, sent));
      const between = await call('GET', `/dataContracts/${id}/diff?from=${String(patched.version)}`);
      // A version does not keep the document that it was imported from.
      const ofContract = (told.changes as Json[]).filter(({ path }) => !String(path).startsWith('odcs:'));
      expect(json(between).changes).toEqual(ofContract);
      expect(stored.semantics).toEqual(mode === 'merge' ? [expect.objectContaining(owned)] : undefined);
      expect(ofContract.some(({ path }) => String(path).startsWith('semantics'))).toBe(mode === 'replace');
    },
  );

  it('a contract that is not stored is shown as the document that its export would be', async () => {
    const asset = await world.table();
    const draft = {
      ...{ name: unique('drafted'), entity: { id: asset.id, type: 'table' }, entityStatus: 'Draft' },
      ...{ description: 'why', schema: [{ name: 'id', dataType: 'BIGINT' }], sla: { retention: 'P1Y' } },
    };
    const shown = await call('POST', '/dataContracts/odcs/preview', JSON.stringify(draft));
    expect(shown.status).toBe(200);
    expect((await world.client.get(`/dataContracts/entity?entityId=${asset.id}&entityType=table`)).status).toBe(404);
    const made = json(await call('PUT', '/dataContracts', JSON.stringify(draft)));
    const path = `/dataContracts/${String(made.id)}/odcs`;
    // Both have the id of their contract, and that of the draft is none.
    const { id: _draft, ...document } = json(shown);
    const { id: _stored, ...exported } = json(await call('GET', path));
    expect(document).toEqual(exported);

    // Over what an import has left beside the contract.
    const extra = { customProperties: [{ property: 'team', value: 'payments' }] };
    await call(
      'PUT',
      `/dataContracts/odcs${query(asset, '&mode=merge')}`,
      JSON.stringify({ ...exported, ...extra, id: 'x' }),
    );
    const changed = { ...draft, description: 'another' };
    const asYaml = await fetch(`${world.client.baseUrl}/api/v1/dataContracts/odcs/preview`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${world.client.token}`,
        ...{ 'content-type': 'application/yaml', accept: 'application/yaml' },
      },
      body: stringify(changed),
    });
    const told = parse(await asYaml.text()) as Json;
    expect(told.customProperties).toEqual(expect.arrayContaining(extra.customProperties));
    await call('PUT', '/dataContracts', JSON.stringify(changed));
    expect(told).toEqual(json(await call('GET', path)));
  });

  it('a draft that a PUT would refuse is not shown as a document', async () => {
    const asset = await world.table();
    const draft = { name: 'x', entity: { id: asset.id, type: 'table' }, schema: [{ name: 'id', dataType: 'NOTHING' }] };
    const refused = await call('POST', '/dataContracts/odcs/preview', JSON.stringify(draft));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('schema[0].dataType')]);
    const nowhere = { ...draft, entity: { id: NOBODY, type: 'table' }, schema: [] };
    expect((await call('POST', '/dataContracts/odcs/preview', JSON.stringify(nowhere))).status).toBe(404);
  });

  it('a way to import that there is not is refused', async () => {
    const made = json(
      await call('POST', `/dataContracts/odcs${query(await world.table())}`, JSON.stringify(document())),
    );
    const refused = await call('POST', `/dataContracts/${String(made.id)}/diff?mode=over`, JSON.stringify(document()));
    expect([refused.status, refused.text]).toEqual([400, expect.stringContaining('merge, replace')]);
  });
});
