import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Asked, CONTRACT, FakeService, status } from '../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('files in and out', () => {
  it('an import of the standard looks up the asset, and tells what became of the document', async () => {
    const imported = {
      ...{ ...CONTRACT, version: 0.1, entityStatus: 'Active' },
      odcsImportReport: {
        mapped: ['a', 'b'],
        notJudged: [
          { path: 'roles[0].role', reason: 'forPeople' },
          { path: 'schema[0].quality[0]', reason: 'text' },
        ],
        kept: ['c'],
        notUnderstood: [{ path: 'slaProperties[0]', message: 'no unit' }],
      },
    };
    service.answers['GET /topics/name/k.orders'] = status(200, { id: 'asset' });
    service.answers['PUT /dataContracts/odcs'] = status(201, imported);
    const ran = await service.run(
      ['contract', 'import', '-', '--entity', 'k.orders', '--type', 'topic', '--mode', 'replace'],
      {
        stdin: 'apiVersion: v3.1.0',
      },
    );
    expect([ran.code, ran.out]).toEqual([
      0,
      expect.stringContaining(
        'made s.d.p.t.dataContract_c, version 0.1, Active; 2 places mapped, 2 not judged (1 for people), 1 kept, 1 not understood',
      ),
    ]);
    expect(ran.out).toContain('schema[0].quality[0]');
    expect(ran.out).not.toContain('roles[0].role');
    expect(service.asked[1]!.url).toBe('/api/v1/dataContracts/odcs?entityId=asset&entityType=topic&mode=replace');
  });

  it('an import of all objects tells each', async () => {
    const results = [
      { object: 'a', status: 201, contract: CONTRACT },
      { object: 'b', status: 404, error: 'no asset' },
    ];
    service.answers['POST /dataContracts/odcs/bulk'] = status(207, { total: 2, created: 1, failed: 1, results });
    const ran = await service.run(['contract', 'import', '-', '--service', 'shop'], { stdin: 'kind: DataContract' });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('1 of 2 contracts made')]);
  });

  it('an import of what was exported leaves out what only answers have', async () => {
    service.answers['PUT /dataContracts'] = status(200, { ...CONTRACT, version: 0.2, entityStatus: 'Draft' });
    const ran = await service.run(['contract', 'import', '-', '--entity', 'a.b'], {
      stdin: '{"name": "c", "latestResult": {}, "inherited": true}',
    });
    expect(ran.code).toBe(0);
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      name: 'c',
      entity: { type: 'table', fullyQualifiedName: 'a.b' },
    });
  });

  it('an export is written as it comes', async () => {
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}/odcs/yaml`] = (_asked, response) =>
      response.end('name: ü\n');
    const target = join(service.folder, 'out.yaml');
    const args = ['contract', 'export', CONTRACT.fullyQualifiedName, '--version', '3.2.0'];
    expect(await service.run(args)).toMatchObject({ code: 0, out: 'name: ü\n' });
    expect(service.asked[0]!.url).toMatch(/\?version=3\.2\.0$/);
    expect(await service.run([...args, '--output-file', target])).toMatchObject({ code: 0, out: '' });
    expect(readFileSync(target, 'utf8')).toBe('name: ü\n');
  });

  it('lineage is asked for as far as it is wished', async () => {
    service.answers['GET /lineage/export'] = (_asked, response) => response.end('a,b\r\n');
    expect(await service.run(['lineage', 'export', 'a.b', '--up', '3', '--down', '0', '--columns'])).toMatchObject({
      code: 0,
      out: 'a,b\r\n',
    });
    expect(service.asked[0]!.url).toBe(
      '/api/v1/lineage/export?fqn=a.b&type=table&upstreamDepth=3&downstreamDepth=0&format=csv&columnLineage=true',
    );
  });

  it('results are pushed in blocks, and each refusal has its line', async () => {
    service.answers['PUT /dataContracts/results/bulk'] = ({ body }, response) => {
      const { results } = JSON.parse(body) as { results: { timestamp: number }[] };
      const outcomes = results.map(({ timestamp }) =>
        timestamp === 7 ? { status: 400, error: { message: 'looks like seconds' } } : { status: 201 },
      );
      status(207, { results: outcomes })({} as Asked, response);
    };
    const lines = Array.from({ length: 1001 }, (_, at) =>
      JSON.stringify({ timestamp: at, contractExecutionStatus: 'Success' }),
    );
    const ran = await service.run([
      'results',
      'push',
      service.file('r.ndjson', lines.join('\n')),
      '--contract',
      CONTRACT.id,
    ]);
    expect([ran.code, service.asked.length]).toEqual([1, 3]);
    expect(ran.out).toContain('8     7 Success  400     looks like seconds');
    expect(ran.out).toContain('1000 new, 0 replaced, 1 refused');
    expect(service.asked[1]!.body).toContain(`"contractId":"${CONTRACT.id}"`);
  });

  it('a report of another tool is sent as it is', async () => {
    const result = { dataContractFQN: CONTRACT.fullyQualifiedName, timestamp: 8, contractExecutionStatus: 'Failed' };
    const results = [
      { status: 201, subjects: ['orders'], checks: 2, result },
      { status: 400, subjects: ['customers'], checks: 1, error: { message: 'No contract is given for customers' } },
    ];
    service.answers['PUT /dataContracts/results/reports'] = status(207, { results });
    const pushed = ['results', 'push', service.file('scan.json', '{"checks": []}')];
    const ran = await service.run([
      ...pushed,
      '--from',
      'soda',
      '--map',
      'orders=a.b',
      '--map',
      'x=y',
      '--timestamp',
      '8',
    ]);
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('No contract is given for customers')]);
    expect(ran.out).toContain('1 new, 0 replaced, 1 refused');
    const [asked] = service.asked;
    expect(asked).toMatchObject({
      url: '/api/v1/dataContracts/results/reports?from=soda&map=orders%3Da.b&map=x%3Dy&timestamp=8',
      body: '{"checks": []}',
    });
    expect(asked!.headers['content-type']).toBe('application/json');
  });

  it('results and reports name their producer', async () => {
    service.answers['PUT /dataContracts/results/bulk'] = status(207, { results: [{ status: 201 }] });
    service.answers['PUT /dataContracts/results/reports'] = status(200, { results: [] });
    const rows = service.file('r.ndjson', '{"timestamp": 1, "contractExecutionStatus": "Success"}');
    await service.run(['results', 'push', rows, '--contract', CONTRACT.id, '--producer', 'nightly']);
    const report = service.file('scan.json', '{"checks": []}');
    await service.run(['results', 'push', report, '--from', 'soda', '--contract', 'a.b', '--producer', 'soda']);
    const [bulk, whole] = service.asked.filter(({ method }) => method === 'PUT');
    expect(JSON.parse(bulk!.body)).toMatchObject({ results: [{ producer: 'nightly' }] });
    expect(whole!.url).toContain('producer=soda');
  });

  it('of dbt the manifest beside the file is sent without its SQL, and tables without a contract are named', async () => {
    const answer = { results: [], leftOut: [{ subjects: ['stg'], checks: 2, reason: 's.d.p.stg has no contract' }] };
    service.answers['PUT /dataContracts/results/reports'] = status(200, answer);
    const node = { name: 'stg', schema: 'p', compiled_code: 'select 1', depends_on: { nodes: ['a'], macros: ['m'] } };
    const metadata = { adapter_type: 'postgres', dbt_version: '1.10' };
    service.file('manifest.json', JSON.stringify({ metadata, nodes: { 'model.p.stg': node }, macros: {} }));
    const run = service.file('run_results.json', '{"results": []}');
    const push = ['results', 'push', '--from', 'dbt', run];
    const ran = await service.run(push);
    expect([ran.code, ran.out]).toEqual([0, expect.stringMatching(/stg +2 +s\.d\.p\.stg has no contract/)]);
    expect(ran.out).toContain('0 refused; 1 left out');
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      run_results: { results: [] },
      manifest: {
        metadata: { adapter_type: 'postgres' },
        nodes: { 'model.p.stg': { name: 'stg', schema: 'p', depends_on: { nodes: ['a'] } } },
        sources: {},
      },
    });
    expect((await service.run([...push, '--strict'])).code).toBe(1);
    await service.run([...push, '--contract', 'a.b']);
    expect(service.asked.at(-1)!.body).toBe('{"results": []}');
    service.file('manifest.json', '[');
    expect(await service.run(push)).toMatchObject({
      code: 2,
      err: expect.stringContaining('is no manifest') as unknown,
    });
  });

  it('a push says what the contract is now, which --fail-on makes the exit code', async () => {
    const stored = { dataContractFQN: CONTRACT.fullyQualifiedName, timestamp: 8, contractExecutionStatus: 'Success' };
    service.answers['PUT /dataContracts/results/reports'] = status(200, {
      results: [{ status: 201, subjects: [], checks: 1, result: stored }],
    });
    const args = ['results', 'push', service.file('t.xml', '<testsuite/>'), '--from', 'junit', '--contract', 'a.b'];
    const now = (latest: string) => {
      const shown = { ...CONTRACT, latestResult: { status: latest } };
      service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(200, shown);
    };
    now('Failed');
    const pushed = await service.run(args);
    expect(pushed).toMatchObject({ code: 0, out: expect.stringContaining('PUSHED  1 new') as unknown });
    expect(pushed.out).toContain('contract now Failed');
    expect((await service.run([...args, '--fail-on', 'failed'])).code).toBe(1);
    now('PartialSuccess');
    expect((await service.run([...args, '--fail-on', 'failed'])).code).toBe(1);
    now('Aborted');
    expect((await service.run([...args, '--fail-on', 'failed'])).code).toBe(0);
    expect((await service.run([...args, '--fail-on', 'aborted'])).code).toBe(1);
    now('Success');
    expect((await service.run([...args, '--fail-on', 'aborted'])).out).toContain('PASSED  1 new');
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(403, { message: 'no' });
    expect((await service.run(args)).out).toContain('contract now unknown');
    expect((await service.run([...args, '--fail-on', 'failed'])).code).toBe(3);
    await service.run([...args, '--whole']);
    expect(service.asked.at(-2)!.url).toContain('whole=true');
    expect((await service.run([...args, '--whole', '--producer', 'x'])).code).toBe(2);
  });

  it('a push of results says what each contract is now', async () => {
    const stored = { dataContractFQN: CONTRACT.fullyQualifiedName };
    const results = [
      { status: 201, result: stored },
      { status: 201, result: { dataContractFQN: 'x.y' } },
    ];
    service.answers['PUT /dataContracts/results/bulk'] = status(200, { results });
    const shown = { ...CONTRACT, latestResult: { status: 'Success' } };
    service.answers[`GET /dataContracts/name/${CONTRACT.fullyQualifiedName}`] = status(200, shown);
    const rows = service.file('r.json', '[{"timestamp": 1, "contractExecutionStatus": "Success"}, {"timestamp": 2}]');
    const ran = await service.run(['results', 'push', rows]);
    expect(ran.out).toContain('2 new, 0 replaced, 0 refused; 2 contracts now: 1 Success, 1 unknown');
    expect(ran.out).toMatch(/x\.y +unknown/);
  });

  it('a file that is no report, or no results, is not usable: 2', async () => {
    const message = 'This is no report of soda, or it holds no checks; expected: the results of a scan';
    service.answers['PUT /dataContracts/results/reports'] = status(400, { code: 400, message });
    const file = service.file('scan.json', '{"rows": []}');
    const ran = await service.run(['results', 'push', '--from', 'soda', file, '--contract', 'a.b']);
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(`scan.json is not taken as a report of soda: ${message}`);
    expect((await service.run(['results', 'push', service.file('results.json', '{"rows"')])).code).toBe(2);
  });

  it('dbt tells its tables by the manifest, JUnit is XML', async () => {
    service.answers['PUT /dataContracts/results/reports'] = status(200, { results: [] });
    const manifest = ['--manifest', service.file('manifest.json', '{"nodes": {}}')];
    const run = service.file('run_results.json', '{"results": []}');
    await service.run(['results', 'push', '--from', 'dbt', run, ...manifest]);
    const sent = { run_results: { results: [] }, manifest: { metadata: {}, nodes: {}, sources: {} } };
    expect(JSON.parse(service.asked[0]!.body)).toEqual(sent);
    await service.run(['results', 'push', '--from', 'junit', service.file('t.xml', '<testsuite/>')]);
    expect(service.asked[1]).toMatchObject({ body: '<testsuite/>', headers: { 'content-type': 'application/xml' } });
    expect((await service.run(['results', 'push', run, ...manifest])).err).toContain('--manifest belongs to a report');
    expect((await service.run(['results', 'push', '--from', 'soda', run, ...manifest])).code).toBe(2);
    expect((await service.run(['results', 'push', '--from', 'excel', run])).code).toBe(2);
  });
});
