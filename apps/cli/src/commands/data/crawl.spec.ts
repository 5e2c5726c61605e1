import { type Answer, FakeService, inTurn, status } from '../../fake-service.cases';
import { ended, goingOn, RUN_ID, TABLE } from './fake-runs.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('a crawl', () => {
  const ASK = 'POST /services/databaseServices/name/shop/crawls';
  const crawled = ended('crawl', 'Success', {
    message: '2 tables: 2 created',
    counts: { schemas: 2, tables: 2, created: 2, failed: 0 },
  });
  const posted = () => service.asked.find(({ method }) => method === 'POST')!;

  it('is followed, and tells what came of it', async () => {
    service.answers[ASK] = goingOn(service, crawled);
    service.answers['GET /tables'] = status(200, { data: [TABLE], paging: { total: 1 } });
    const { code, out, err } = await service.run(['crawl', 'shop', '--schema', 'sales', '--schema', 'stock']);
    expect([code, out]).toEqual([0, expect.stringContaining('PASSED  2 tables: 2 created')]);
    expect(out).toContain(TABLE.fullyQualifiedName);
    expect(out).not.toMatch(/failed +0/);
    expect(err.split('\n')).toEqual([
      `shop: queued, run ${RUN_ID}`,
      'shop: running',
      'shop: 40 of 120, shop.shop.sales.orders',
    ]);
    expect(JSON.parse(posted().body)).toEqual({ schemas: ['sales', 'stock'] });
    expect(posted().headers).toMatchObject({ prefer: 'wait=1', 'idempotency-key': expect.any(String) as string });
  });

  it('whose stream ends before it is followed on', async () => {
    const short: Answer = (_asked, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' });
      response.end('id: 7\nevent: state\ndata: {"status":"Running"}\n\n');
    };
    service.answers[ASK] = goingOn(service, crawled);
    const events = `GET /dataRuns/${RUN_ID}/events`;
    service.answers[events] = inTurn(short, service.answers[events]!);
    const run = `GET /dataRuns/${RUN_ID}`;
    service.answers[run] = inTurn(status(200, ended('crawl', 'Running')), service.answers[run]!);
    service.answers['GET /tables'] = status(200, { data: [], paging: { total: 0 } });
    expect((await service.run(['crawl', 'shop'])).code).toBe(0);
    const streams = service.asked.filter(({ url }) => url.endsWith('/events'));
    expect(streams.map(({ headers }) => headers['last-event-id'])).toEqual([undefined, '7']);
  });

  it('that runs already is told to run once', async () => {
    goingOn(service, crawled);
    service.answers[ASK] = status(202, ended('crawl', 'Running', { message: undefined }));
    service.answers['GET /tables'] = status(200, { data: [], paging: { total: 0 } });
    const { err } = await service.run(['crawl', 'shop']);
    expect(err.split('\n')).toEqual([`shop: running, run ${RUN_ID}`, 'shop: 40 of 120, shop.shop.sales.orders']);
  });

  it('that does not end is given up in time: 4', async () => {
    service.answers[ASK] = goingOn(service, ended('crawl', 'Running'));
    const { code, out } = await service.run(['crawl', 'shop', '--wait', '1']);
    expect([code, out]).toEqual([4, expect.stringContaining(`the run ${RUN_ID} is Running after 1 s and goes on`)]);
  });

  it('is only asked for with --wait 0', async () => {
    service.answers[ASK] = goingOn(service, crawled);
    const { code, out } = await service.run(['crawl', 'shop', '--wait', '0']);
    expect([code, out]).toEqual([0, expect.stringContaining(`the run ${RUN_ID} is Queued`)]);
    expect(posted().headers.prefer).toBe('respond-async');
  });

  it('says in a dry run what it would do', async () => {
    const changes = [{ table: TABLE.fullyQualifiedName, change: 'updated', fields: ['columns'] }];
    service.answers[ASK] = status(200, ended('crawl', 'Success', { changes }));
    const { code, out } = await service.run(['crawl', 'shop', '--dry-run']);
    expect([code, out]).toEqual([0, expect.stringMatching(/updated +shop\.shop\.sales\.orders +columns/)]);
    expect(service.asked).toHaveLength(1);
  });

  it.each([
    ['PartialSuccess', 1, 'failures="1"'],
    ['Failed', 3, 'errors="1"'],
    ['Aborted', 3, 'errors="1"'],
  ])('that comes to %s ends with %i, its warnings and what helps', async (runStatus, exitCode, junit) => {
    const warnings = [{ code: 'tableNotRead', subject: 'sales.orders', message: 'permission denied' }];
    service.answers[ASK] = status(
      200,
      ended('crawl', runStatus, { reason: 'loginRefused', warnings, warningCount: 9 }),
    );
    service.answers['GET /tables'] = status(200, { data: [], paging: { total: 0 } });
    const { code, out } = await service.run(['crawl', 'shop', '--report', `junit=${service.folder}/c.xml`]);
    expect([code, out]).toEqual([exitCode, expect.stringMatching(/tableNotRead +sales\.orders +permission denied/)]);
    expect(out).toContain('and 8 more');
    expect(out).toContain('metadata-catalog connect shop');
    expect((await service.run(['crawl', 'shop', '-o', 'junit'])).out).toContain(junit);
  });

  it.each([
    ['--schema', 'Sales', { databases: 1 }],
    ['--table', 'Orders', { databases: 1, schemas: 2, tables: 0 }],
  ])('of %s %s, which the source does not have, fails', async (option, asked, counts) => {
    service.answers[ASK] = status(200, ended('crawl', 'Success', { counts }));
    const { code, err } = await service.run(['crawl', 'shop', option, asked]);
    expect([code, err]).toEqual([1, expect.stringContaining(`nothing of these names\n  ${asked}\n  Names are exact`)]);
  });

  it.each(['headerChanged', 'hiveFolder', 'tooManyGone'])(
    'that waits for a word of its user names it: %s',
    async (code) => {
      const warnings = [{ code, subject: 'shop.default.t', message: 'It stays as it is' }];
      service.answers[ASK] = status(
        200,
        ended('crawl', 'Success', { counts: { tables: 1 }, warnings, warningCount: 1 }),
      );
      service.answers['GET /tables'] = status(200, { data: [], paging: { total: 0 } });
      expect((await service.run(['crawl', 'shop'])).out).toContain('metadata-catalog crawl shop --confirm-deletions');
    },
  );

  it('of a table that it deleted, since the source does not have it, says so', async () => {
    const message = '0 tables: 1 deleted';
    const counts = { tables: 0, schemas: 1, deleted: 1 };
    service.answers[ASK] = status(200, ended('crawl', 'Success', { counts, message }));
    service.answers['GET /tables'] = status(200, { data: [], paging: { total: 0 } });
    const { code, out } = await service.run(['crawl', 'shop', '--table', 'orders']);
    expect([code, out]).toEqual([0, expect.stringMatching(/deleted +1[\s\S]*PASSED {2}0 tables: 1 deleted/)]);
  });

  it('names the first tables, and says of how many', async () => {
    service.answers[ASK] = status(200, crawled);
    service.answers['GET /tables'] = status(200, { data: [TABLE], paging: { total: 7 } });
    expect((await service.run(['crawl', 'shop'])).out).toContain('Tables (1 of 7)');
  });

  it('of a service whose data is not read says how that begins', async () => {
    service.answers[ASK] = status(409, { code: 409, message: 'Service shop has no data access', requestId: 'r1' });
    const { code, err } = await service.run(['crawl', 'shop']);
    expect([code, err]).toEqual([3, expect.stringContaining('metadata-catalog connect shop')]);
  });
});
