import { FakeService, status } from '../../fake-service.cases';
import { ended, TABLE } from './fake-runs.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('a profile', () => {
  const FQN = TABLE.fullyQualifiedName;
  const ASK = `POST /tables/name/${FQN}/profiles`;
  const figures = {
    valuesCount: 6,
    nullProportion: 0.25,
    distinctCount: 5,
    min: -4,
    max: '9007199254740993',
    mean: 12.3456789,
  };

  beforeEach(() => {
    service.answers[ASK] = status(
      200,
      ended('profile', 'Success', { asset: TABLE, message: '1 columns of 8 rows were measured' }),
    );
    service.answers[`GET /tables/${FQN}/tableProfile/latest`] = status(200, {
      columns: [
        { name: 'amount', dataType: 'NUMERIC', dataTypeDisplay: 'numeric(8,2)', profile: figures },
        { name: 'later', dataType: 'TEXT' },
      ],
    });
  });

  it('shows what was measured', async () => {
    const { code, out } = await service.run(['profile', FQN, '--quantiles']);
    expect([code, out]).toEqual([
      0,
      expect.stringMatching(/amount +numeric\(8,2\) +6 +25 % +5 +-4 +9007199254740993 +12\.3457 +–/),
    ]);
    expect(out).not.toContain('later');
    expect(JSON.parse(service.asked[0]!.body)).toEqual({ quantiles: true });
  });

  it.each([
    ['PartialSuccess', 1],
    ['Aborted', 3],
  ])('that is %s ends with %i', async (runStatus, code) => {
    service.answers[ASK] = status(200, ended('profile', runStatus, { asset: TABLE, reason: 'tableNotFound' }));
    const ran = await service.run(['profile', FQN]);
    expect(ran.code).toBe(code);
    expect(ran.out).toContain('metadata-catalog crawl shop');
  });

  it('of what is neither a table nor a command about profiles is refused', async () => {
    expect(await service.run(['profile', 'lst'])).toMatchObject({
      code: 2,
      err: expect.stringContaining('names no table') as string,
    });
    expect((await service.run(['profile', 'list', '--output', 'json'])).out).toContain('"profiles": []');
    expect((await service.run(['profile', '--help'])).out).toMatch(/--quantiles[\s\S]*\n {2}use /);
  });
});
