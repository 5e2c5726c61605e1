import { FakeService } from '../../fake-service.cases';

const service = new FakeService();
beforeAll(() => service.start());
afterAll(() => service.stop());
beforeEach(() => service.reset());
afterEach(() => service.cleanUp());

const GOOD = 'name: c\nentity: {type: table, fullyQualifiedName: s.d.p.t}\n';

describe('contract lint', () => {
  it('tells every fault of every file in one run, and fails once', async () => {
    const twice = service.file('twice.yaml', `${GOOD}name: d\nschema: [{name: id, dataType: BIGNT}]\n`);
    const broken = service.file('broken.yaml', 'name: [1\n');
    const wrong = service.file(
      'wrong.yaml',
      `${GOOD}sla: {availability: 101}\nsemantics: [{name: x, rule: {frob: 1}}]\n`,
    );
    const ran = await service.run(['contract', 'lint', twice, broken, wrong, service.file('good.yaml', GOOD)]);
    expect(ran.code).toBe(1);
    expect(ran.out).toContain(`${twice}:3:1: error: Map keys must be unique`);
    expect(ran.out).toContain(`${twice}:4:21: error: schema[0].dataType: must be one of`);
    expect(ran.out).toMatch(/broken\.yaml:\d:\d: error: /);
    expect(ran.out).toContain(`${wrong}:3:7: error: sla.availability`);
    expect(ran.out).toContain(`${wrong}:4:23: error: semantics[0].rule: unknown operator "frob"`);
    expect(ran.out).toContain('FAILED  4 files: ');
  });

  it('tells of a file that is not there beside the faults of the others, and is not usable', async () => {
    const wrong = service.file('wrong.yaml', `${GOOD}slas: {}\n`);
    const ran = await service.run(['contract', 'lint', 'no/such/file', wrong]);
    expect(ran.code).toBe(2);
    expect(ran.out).toContain('no/such/file cannot be read: there is no such file');
    expect(ran.out).toContain(`${wrong}:3:1: error: slas: is unknown here`);
  });
});
