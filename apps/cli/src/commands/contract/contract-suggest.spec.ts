import { CONTRACT, FakeService, status } from '../../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

describe('a suggested contract', () => {
  const ASSET = 's.d.p.t';
  const SUGGEST = 'POST /dataContracts/suggest';
  const known = { id: 'a2f0c1de-0000-4000-8000-000000000001', type: 'testCase' };
  const test = { name: 'amount_in_range', entityLink: `<#E::table::${ASSET}::columns::amount>`, testDefinition: 'x' };
  const evidence = [{ kind: 'profile', text: 'In 9 profiles' }];
  const suggested = {
    entity: { id: 'a2f0c1de-0000-4000-8000-000000000002', type: 'table', fullyQualifiedName: ASSET },
    document: { name: 't_contract', entityStatus: 'Draft', qualityExpectations: [known] },
    tests: [test],
    lines: [
      { path: 'schema.amount', value: { name: 'amount', dataType: 'INT' }, confidence: 1, evidence },
      { path: 'schema.amount.constraint', value: 'NOT_NULL', confidence: 0.9091, evidence },
      { path: 'tests.columnValuesToBeBetween.amount', value: { minValue: '0' }, confidence: 0.9091, evidence, test },
      { path: 'qualityExpectations."s.d.p.t.old"', value: known, confidence: 0.5, evidence },
    ],
  };
  const made = { ...CONTRACT, entityStatus: 'Draft', version: 0.1 };

  beforeEach(() => {
    Object.assign(service.answers, {
      [SUGGEST]: status(200, suggested),
      'PUT /dataQuality/testCases': status(201, { id: 'a2f0c1de-0000-4000-8000-000000000003' }),
      'PUT /dataContracts': status(201, made),
    });
  });

  it('is shown by line, and stored nowhere', async () => {
    const { code, out } = await service.run(['contract', 'suggest', ASSET, '--days', '30']);
    expect(code).toBe(0);
    expect(out).toContain('1 column, with their types');
    expect(out).toMatch(/schema\.amount\.constraint +NOT_NULL +0\.91 +In 9 profiles/);
    expect(out).toMatch(/tests\.columnValuesToBeBetween\.amount +minValue 0 +0\.91/);
    expect(out).toMatch(/qualityExpectations\."s\.d\.p\.t\.old" +testCase +0\.50/);
    expect(out).toMatch(/contract suggest s\.d\.p\.t --create[\s\S]*PASSED {2}4 lines suggested, nothing stored/);
    expect(service.asked).toHaveLength(1);
    expect(JSON.parse(service.asked[0]!.body)).toEqual({
      entity: { type: 'table', fullyQualifiedName: ASSET },
      days: 30,
    });
  });

  it('of a table that was not measured often enough says what leads to tests over its values', async () => {
    const measuring = 'five profiles of four days or more:\nmetadata-catalog profile s.d.p.t';
    expect((await service.run(['contract', 'suggest', ASSET])).out).not.toContain(measuring);
    const stated = suggested.lines.map((line) => ({ ...line, evidence: [{ kind: 'column', text: 'As stated' }] }));
    service.answers[SUGGEST] = status(200, { ...suggested, lines: stated });
    expect((await service.run(['contract', 'suggest', ASSET])).out).toContain(measuring);
  });

  it('names calls that can be pasted into a shell', async () => {
    const name = 's.d.p."my orders.csv"';
    expect((await service.run(['contract', 'suggest', name])).out).toContain(
      `contract suggest 's.d.p."my orders.csv"' --create`,
    );
    service.answers['PUT /dataContracts'] = status(201, { ...made, fullyQualifiedName: `${name}.c` });
    expect((await service.run(['contract', 'suggest', name, '--create'])).out).toContain(
      `Next\nmetadata-catalog contract validate 's.d.p."my orders.csv".c' --wait`,
    );
  });

  it('is made with its test cases', async () => {
    expect(await service.run(['contract', 'suggest', ASSET, '--create'])).toMatchObject({
      code: 0,
      out: expect.stringContaining(
        `PASSED  ${CONTRACT.fullyQualifiedName} is Draft, version 0.1, with 1 new test case`,
      ) as string,
    });
    expect(service.asked.slice(1).map(({ body }) => JSON.parse(body) as unknown)).toEqual([
      test,
      {
        ...suggested.document,
        qualityExpectations: [known, { type: 'testCase', id: 'a2f0c1de-0000-4000-8000-000000000003' }],
      },
    ]);
  });

  it('that becomes a proposal ends with where that is', async () => {
    service.answers['PUT /dataContracts'] = status(202, { id: 'p1', contract: CONTRACT });
    expect(await service.run(['contract', 'suggest', ASSET, '--create'])).toMatchObject({
      code: 3,
      err: expect.stringContaining(`/dataContracts/${CONTRACT.id}/proposals/p1`) as string,
    });
  });

  it.each([
    [{ contract: CONTRACT }, 'the contract promises all that could be suggested'],
    [{}, 'nothing is known that could be promised'],
  ])('with nothing to add makes nothing: %j', async (more, sentence) => {
    service.answers[SUGGEST] = status(200, { ...suggested, tests: [], lines: [], ...more });
    const { code, out } = await service.run(['contract', 'suggest', ASSET, '--create']);
    expect([code, out]).toEqual([0, expect.stringContaining(sentence)]);
    expect(service.asked).toHaveLength(1);
  });

  it.each(['0', '367', '1.5', 'x'])('of %s days is refused', async (days) => {
    expect(await service.run(['contract', 'suggest', ASSET, '--days', days])).toMatchObject({
      code: 2,
      err: expect.stringContaining('a whole number from 1 to 366') as string,
    });
  });
});
