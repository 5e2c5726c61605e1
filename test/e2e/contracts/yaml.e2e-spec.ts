import { parse, stringify } from 'yaml';
import { fetchOpenApi } from '../../support/openapi';
import type { RestAnswer } from '../../support/rest-client';
import { RunningService } from '../../support/running-service';
import { ContractWorld, unique, type Contract } from './contract-world';

const YAML = 'application/yaml';
const WANTS_YAML = { accept: YAML };
const PATCH = 'application/json-patch+json';

interface Content {
  readonly content?: Readonly<Record<string, unknown>>;
}
interface ApiOperation {
  readonly requestBody?: Content;
  readonly responses: Readonly<Record<string, Content>>;
}

describe('contract endpoints speak YAML', () => {
  let world: ContractWorld;
  beforeAll(async () => {
    world = await ContractWorld.on(await RunningService.start({ workers: 0 }));
  });
  afterAll(() => world?.stop());

  /** Sends YAML, asks for YAML. */
  async function yaml(method: string, path: string, body?: unknown, more: object = {}): Promise<RestAnswer> {
    const isPatch = method === 'PATCH';
    const headers = {
      ...WANTS_YAML,
      ...more,
      ...(body === undefined ? {} : { 'content-type': isPatch ? PATCH : YAML }),
    };
    const sent = body === undefined || isPatch ? body : stringify(body);
    const answer = await world.client.send<string>(method, path, { body: sent, headers });
    const type = answer.headers.get('content-type');
    if (type !== 'application/yaml; charset=utf-8')
      throw new Error(`${method} ${path} → ${answer.status} ${type}: ${answer.body}`);
    return { ...answer, body: parse(answer.body) as Record<string, unknown> };
  }

  it('through the whole life of one', async () => {
    const { id: asset } = await world.table();
    const body = {
      name: unique('c'),
      entity: { id: asset, type: 'table' },
      schema: [{ name: 'id', dataType: 'BIGINT' }],
    };
    expect((await yaml('POST', '/dataContracts/validate', body)).body).toEqual({ valid: true, errors: [] });
    const made = await yaml('POST', '/dataContracts', body);
    const id = String(made.body.id);
    expect([made.status, made.headers.get('location')]).toEqual([201, `/api/v1/dataContracts/${id}`]);
    expect(made.body).toEqual(await world.read(id, '?fields=*'));
    const put = await yaml('PUT', '/dataContracts', { ...body, description: 'no' });
    expect([put.status, put.body.version, put.body.description]).toEqual([200, 0.2, 'no']);
    const patch = [{ op: 'add', path: '/entityStatus', value: 'Active' }];
    expect((await yaml('PATCH', `/dataContracts/${id}`, patch)).body.entityStatus).toBe('Active');
    const stored = { timestamp: 1_700_000_000_000, contractExecutionStatus: 'Success', result: 'yes' };
    const result = await yaml('PUT', `/dataContracts/${id}/results`, stored);
    expect([result.status, result.body]).toEqual([201, expect.objectContaining(stored)]);
    const queued = await yaml('POST', `/dataContracts/${id}/validate`, undefined, { prefer: 'respond-async' });
    expect([queued.status, queued.body.contractExecutionStatus]).toEqual([202, 'Queued']);
    const ofAsset = `/dataContracts/entity/validate?entityId=${asset}&entityType=table`;
    const joined = await yaml('POST', ofAsset, undefined, { prefer: 'respond-async' });
    expect([joined.status, joined.body.id]).toEqual([202, queued.body.id]);
    expect((await yaml('DELETE', `/dataContracts/${id}`)).body.deleted).toBe(true);
    const back = await yaml('PUT', '/dataContracts/restore', { id });
    expect([back.status, back.body.id, back.body.deleted]).toEqual([200, id, false]);
    const bulk = await yaml('PUT', '/dataContracts/bulk', { entities: [{ ...body, description: 'of many' }] });
    expect([bulk.status, bulk.body.results]).toEqual([200, [expect.objectContaining({ status: 200 })]]);
  });

  it('every read says in YAML what it says in JSON', async () => {
    const table = await world.table({ columns: COLUMNS });
    const { id, entity, fullyQualifiedName } = await world.client.must<Contract>('POST', '/dataContracts', {
      ...{ name: unique('c'), entity: { id: table.id, type: 'table' }, schema: COLUMNS, description: '2024-01-01' },
    });
    await world.push(id, 1_700_000_000_000);
    await world.client.must('PATCH', `/dataContracts/${id}`, [{ op: 'add', path: '/displayName', value: 'C' }], {
      'content-type': PATCH,
    });
    const one = `/dataContracts/${id}`;
    const paths = [
      ...[one, `/dataContracts/name/${fullyQualifiedName}`, `${one}?effective=true`, '/dataContracts?limit=100'],
      ...[`/dataContracts/entity?entityId=${entity.id}&entityType=table`, `${one}/versions`, `${one}/versions/0.1`],
      ...[`${one}/diff`, `${one}/impact`, `${one}/results`, `${one}/results/latest`, `${one}/results/1700000000000`],
      `${one}/odcs`,
    ];
    for (const path of paths) {
      const { body } = await world.client.get(path);
      expect([path, (await yaml('GET', path)).body]).toEqual([path, body]);
    }
    // Its hours end with the present moment.
    expect((await yaml('GET', `${one}/results/summary`)).body).toMatchObject({ window: 'P30D' });
    const proposed = { schema: COLUMNS.slice(1) };
    const diff = await world.client.must('POST', `${one}/diff`, proposed);
    expect((await yaml('POST', `${one}/diff`, proposed)).body).toEqual(diff);
    const check = await yaml('POST', `${one}/check`, { document: proposed });
    expect([check.body.compatible, check.body.changes]).toEqual([false, diff.changes]);
  });

  it('each representation has its tag; both show the version', async () => {
    const { id } = await world.contract();
    const path = `/dataContracts/${id}`;
    const [json, text] = [await world.client.get(path), await world.client.get(path, WANTS_YAML)];
    const [ofJson, ofYaml] = [json, text].map(({ headers }) => headers.get('etag') ?? '');
    expect([ofJson, ofYaml]).toEqual([expect.stringMatching(/^"0\.1-/), expect.stringMatching(/^"0\.1-/)]);
    expect(ofJson).not.toBe(ofYaml);
    expect([json, text].map(({ headers }) => headers.get('vary'))).toEqual(Array(2).fill('X-Compatibility, Accept'));
    const status = async (headers: Record<string, string>): Promise<number> =>
      (await world.client.get(path, headers)).status;
    expect([
      await status({ 'if-none-match': ofJson! }),
      await status({ 'if-none-match': ofYaml! }),
      await status({ 'if-none-match': ofJson!, ...WANTS_YAML }),
      await status({ 'if-none-match': ofYaml!, ...WANTS_YAML }),
    ]).toEqual([304, 200, 200, 304]);
    const head = await world.client.send<string>('HEAD', path, { headers: WANTS_YAML });
    expect([head.headers.get('etag'), head.headers.get('content-length')]).toEqual([
      ofYaml,
      String(Buffer.byteLength(text.body as unknown as string)),
    ]);
    const patch = (value: string, tag: string): Promise<RestAnswer> =>
      world.client.patch(path, [{ op: 'add', path: '/description', value }], { ...WANTS_YAML, 'if-match': tag });
    const changed = await patch('a', ofYaml!);
    expect([changed.status, changed.headers.get('etag')]).toEqual([200, expect.stringMatching(/^"0\.2-/)]);
    expect((await patch('b', ofYaml!)).status).toBe(412);
    expect((await patch('b', ofJson!)).status).toBe(412);
    const known = { 'if-none-match': changed.headers.get('etag')!, ...WANTS_YAML };
    expect((await world.client.get(`${path}?fields=*`, known)).status).toBe(304);
  });

  it('errors are JSON; an Accept that takes neither is 406, before anything is done', async () => {
    const nobody = '/dataContracts/7d1a1f0e-7c55-4a0e-9f4b-0d2b9c7a1e55';
    const missing = await world.client.get(nobody, WANTS_YAML);
    expect([missing.status, missing.body.errorType]).toEqual([404, 'NOT_FOUND']);
    const { id } = await world.table();
    const body = { name: unique('c'), entity: { id, type: 'table' } };
    const refused = await world.client.post('/dataContracts', body, { accept: 'text/csv, application/json;q=0' });
    expect([refused.status, refused.body]).toEqual([
      406,
      expect.objectContaining({
        errorType: 'NOT_ACCEPTABLE',
        message: expect.stringContaining('application/json, application/yaml, text/yaml') as string,
      }),
    ]);
    expect((await world.client.get(`/dataContracts/entity?entityId=${id}&entityType=table`)).status).toBe(404);
  });

  it('each of them, as the API document has it', async () => {
    const document = await fetchOpenApi<{ paths: Record<string, Record<string, ApiOperation>> }>(world.client.baseUrl);
    const operations = Object.entries(document.paths)
      .filter(([path]) => path.startsWith('/api/v1/dataContracts'))
      .flatMap(([path, methods]) =>
        Object.entries(methods).map(([method, operation]) => ({ name: `${method} ${path}`, operation })),
      );
    const lacks = (content: Content['content']): boolean =>
      content?.['application/json'] !== undefined && content[YAML] === undefined;
    const answers = ({ responses }: ApiOperation): Content[] =>
      Object.entries(responses).flatMap(([status, response]) => (status.startsWith('2') ? [response] : []));
    expect(operations.length).toBeGreaterThan(40);
    const without = operations.filter(({ operation }) =>
      [operation.requestBody, ...answers(operation)].some((part) => lacks(part?.content)),
    );
    expect(without.map(({ name }) => name)).toEqual([]);
  });
});

/** More than are written in one piece. */
const COLUMNS = Array.from({ length: 25 }, (_, at) => ({ name: `c${at}`, dataType: 'BIGINT' }));
