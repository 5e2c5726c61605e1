import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Answer, CONTRACT, FakeService, status } from '../../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const BREAKING = {
  path: 'schema.total',
  from: { name: 'total' },
  compatibility: 'breaking',
  reason: 'the column is removed',
};

describe('a check of a change', () => {
  const args = ['contract', 'check', '-', '--against', CONTRACT.fullyQualifiedName];
  const impact = {
    hops: [
      {
        hop: 1,
        assets: [
          { type: 'table', fullyQualifiedName: 's.d.p.u', contract: { fullyQualifiedName: 's.d.p.u.dataContract_u' } },
        ],
      },
      { hop: 2, assets: [{ type: 'dashboard', fullyQualifiedName: 'dash' }] },
    ],
  };
  const verdict = (compatible: boolean, ...changes: object[]): Answer => status(200, { compatible, changes });
  const answered = (check: Answer, more: Record<string, Answer> = {}): void => {
    Object.assign(service.answers, { [`POST /dataContracts/${CONTRACT.id}/check`]: check }, more);
  };

  it('that breaks fails, and names what it reaches', async () => {
    answered(verdict(false, BREAKING), { [`GET /dataContracts/${CONTRACT.id}/impact`]: status(200, impact) });
    const junit = join(service.folder, 'check.xml');
    const ran = await service.run([...args, '--mode', 'full', '--report', `junit=${junit}`], {
      stdin: 'name: c\nschema: []\n',
    });
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('breaking  schema.total');
    expect(ran.out).toContain('1    table      s.d.p.u  s.d.p.u.dataContract_u');
    expect(ran.out).toContain(
      'FAILED  1 change, 1 breaking (full); reaches 2 downstream assets with 1 contract: s.d.p.u.dataContract_u',
    );
    expect(readFileSync(junit, 'utf8')).toContain('<failure message="the column is removed">');
    expect(JSON.parse(service.asked[1]!.body)).toEqual({ document: { name: 'c', schema: [] }, mode: 'full' });
    expect(service.asked[1]!.headers.authorization).toBe(service.authorization);
  });

  it('of a service that does not tell the impact says so', async () => {
    answered(verdict(false, BREAKING));
    const ran = await service.run(args, { stdin: 'name: c' });
    expect([ran.code, ran.out]).toEqual([1, expect.stringContaining('the service does not tell what lies downstream')]);
  });

  it('that is compatible passes', async () => {
    answered(verdict(true, { ...BREAKING, compatibility: 'compatible', reason: 'added' }));
    expect(await service.run(args, { stdin: 'name: c' })).toMatchObject({
      code: 0,
      out: expect.stringContaining('PASSED  1 change, 0 breaking') as string,
    });
  });

  it('of a file of several objects names the one that is meant', async () => {
    answered(verdict(true));
    await service.run([...args, '--object', 'a b'], { stdin: 'name: c' });
    expect(service.asked.at(-1)!.url).toBe(`/api/v1/dataContracts/${CONTRACT.id}/check?objectName=a+b`);
  });

  it('of a document that is refused fails with its places', async () => {
    answered(
      status(400, {
        code: 400,
        message: 'wrong',
        details: [{ field: 'schema[0].dataType', message: 'must be one of INT' }],
      }),
    );
    const ran = await service.run([...args, '-o', 'github'], { stdin: 'schema:\n  - name: a\n    dataType: X\n' });
    expect([ran.code, ran.out]).toEqual([
      1,
      expect.stringContaining(
        '::error file=stdin,line=3,col=5,title=contract check -::schema[0].dataType: must be one of INT',
      ),
    ]);
  });

  it('of a file that is no document fails before anything is sent', async () => {
    const ran = await service.run(args, { stdin: 'a: [' });
    expect([ran.code, service.asked.length]).toEqual([1, 0]);
  });

  it('against nothing is refused, or passes where that is allowed', async () => {
    const missing = [...args.slice(0, 4), 'a.b'];
    expect(await service.run(missing, { stdin: 'name: c' })).toMatchObject({ code: 3, out: '' });
    expect(await service.run([...missing, '--allow-missing'], { stdin: 'name: c' })).toMatchObject({ code: 0 });
  });

  it('tells what the service refused and what its next stage would find', async () => {
    const details = [{ field: 'schema[0].dataType', message: 'must be one of INT' }];
    answered(status(400, { code: 400, errorType: 'BAD_REQUEST', message: 'x', details }));
    const stdin = 'name: c\nschema: [{name: id, dataType: BIGNT}]\nsemantics: [{name: x, rule: {frob: 1}}]\n';
    const ran = await service.run(args, { stdin });
    expect(ran.code).toBe(1);
    expect(ran.out).toContain('stdin:2:21: error: schema[0].dataType: must be one of INT');
    expect(ran.out).toContain('stdin:3:23: error: semantics[0].rule: unknown operator "frob"');
    expect(ran.out).toContain('2 faults');
  });
});
