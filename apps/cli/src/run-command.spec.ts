import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { FakeService, inTurn, status } from './fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('the program', () => {
  it.each<[readonly string[], number, string]>([
    [['--version'], 0, '9.9.9\n'],
    [['--help'], 0, 'Usage: metadata-catalog COMMAND'],
    [['help', 'contract', 'check'], 0, 'Usage: metadata-catalog contract check [options] <FILE>'],
    [['contract', '--help'], 0, 'Usage: metadata-catalog contract COMMAND'],
    [['search', '-h'], 0, 'Usage: metadata-catalog search [options] <QUERY...>'],
  ])('%j', async (args, code, text) => {
    const ran = await service.run(args);
    expect([ran.code, ran.out]).toEqual([code, expect.stringContaining(text)]);
  });

  it.each<[readonly string[], string]>([
    [[], 'Usage: metadata-catalog COMMAND'],
    [['contract'], 'Usage: metadata-catalog contract COMMAND'],
    [['contract', 'chekc'], "metadata-catalog: unknown command 'chekc'\n(Did you mean check?)"],
    [['serach', 'x'], "metadata-catalog: unknown command 'serach'\n(Did you mean search?)"],
    [['--url', 'x', 'search', 'y'], "unknown option '--url'"],
    [['search', 'x', '--output', 'xml'], 'Allowed choices are text, json'],
    [['search', 'x', '--report', 'junit'], 'It is FORMAT=FILE'],
    [['contract', 'import', 'no/such/file', '--entity', 'a'], 'there is no such file'],
    [['contract', 'import', '-'], '--entity is required'],
    [['contract', 'check', '-'], '--against is required'],
    [['contract', 'export', 'c', '--format', 'json', '--version', '3.1.0'], '--version is for odcs-yaml'],
  ])('%j is not usable: 2', async (args, message) => {
    const ran = await service.run(args, { stdin: 'apiVersion: v3.1.0' });
    expect(ran).toMatchObject({ code: 2, out: '' });
    expect(ran.err).toContain(message);
    expect(service.asked).toEqual([]);
  });

  it('without a token it is not usable, and says how to get one', async () => {
    const ran = await service.run(['search', 'x'], { token: '' });
    expect([ran.code, ran.err]).toEqual([2, expect.stringContaining('metadata-catalog login')]);
  });
});

describe('a service', () => {
  it('that is not there is unreachable: 3, in the file that was asked for too', async () => {
    const unused = createServer().listen(0, '127.0.0.1');
    await once(unused, 'listening');
    const { port } = unused.address() as AddressInfo;
    await new Promise((closed) => unused.close(closed));
    const report = join(service.folder, 'x.xml');
    const ran = await service.run(['search', 'x', '--report', `junit=${report}`], { url: `http://127.0.0.1:${port}` });
    expect(ran).toMatchObject({ code: 3, out: '', err: expect.stringContaining('nothing listens there') as string });
    expect(readFileSync(report, 'utf8')).toContain('errors="1"');
  });

  it('that refuses the token is named with the request: 3', async () => {
    service.answers['GET /search/query'] = status(401, { code: 401, message: 'Token expired', requestId: 'r7' });
    const ran = await service.run(['search', 'x']);
    expect([ran.code, ran.err]).toEqual([
      3,
      'metadata-catalog: Searching: 401 the token is not accepted: Token expired\n  request r7',
    ]);
  });

  it('that is busy is asked again when it says', async () => {
    const hits = {
      hits: {
        total: { value: 1, relation: 'eq' },
        hits: [{ _source: { entityType: 'table', fullyQualifiedName: 'a.b' } }],
      },
    };
    service.answers['GET /search/query'] = inTurn(status(503, {}, { 'retry-after': '0' }), status(200, hits));
    const ran = await service.run(['search', 'two', 'words', '--size', '5']);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining('table  a.b')]);
    expect(service.asked[1]!.url).toBe('/api/v1/search/query?q=two+words&size=5&from=0');
  });

  it('says what a query names that nothing has', async () => {
    const message = '"onwer" is a field of no entity type and finds nothing; did you mean owners.name?';
    const hits = { total: { value: 0, relation: 'eq' }, hits: [] };
    service.answers['GET /search/query'] = status(200, { hits, warnings: [{ field: 'q', message }] });
    const ran = await service.run(['search', 'onwer:ann']);
    expect([ran.code, ran.out]).toEqual([0, expect.stringContaining(message)]);
    const { out } = await service.run(['search', 'onwer:ann', '--output', 'json']);
    expect(JSON.parse(out)).toMatchObject({ total: 0, warnings: [{ field: 'q', message }] });
  });

  it('that would have one wait for long is given up', async () => {
    service.answers['GET /search/query'] = status(503, { message: 'database' }, { 'retry-after': '600' });
    expect(await service.run(['search', 'x'])).toMatchObject({ code: 3 });
    expect(service.asked).toHaveLength(1);
  });

  it('that does not answer in time: 4', async () => {
    service.answers['GET /search/query'] = () => undefined;
    expect(await service.run(['search', 'x', '--request-timeout', '1'])).toMatchObject({
      code: 4,
      err: expect.stringContaining('did not answer within 1 s') as string,
    });
  });

  it('that sends the token elsewhere is not followed', async () => {
    service.answers['GET /search/query'] = status(302, {}, { location: 'http://127.0.0.1:1/' });
    expect(await service.run(['search', 'x'])).toMatchObject({
      code: 3,
      err: expect.stringContaining('302') as string,
    });
  });
});
