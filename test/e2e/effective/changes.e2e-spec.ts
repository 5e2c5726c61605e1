import { ContractWorld, type Contract } from '../contracts/contract-world';

interface Comparison {
  readonly from: number;
  readonly to?: number;
  readonly compatible: boolean;
  readonly changes: readonly { readonly path: string; readonly compatibility: string; readonly reason: string }[];
}

const ID = { name: 'id', dataType: 'BIGINT' };
const NOTE = { name: 'note', dataType: 'TEXT' };

describe('changes of a contract over HTTP', () => {
  let world: ContractWorld;
  let contract: Contract;
  beforeAll(async () => {
    world = await ContractWorld.shared();
    contract = await world.contract({ schema: [ID, NOTE] });
    await world.client.must('PATCH', `/dataContracts/${contract.id}`, [{ op: 'remove', path: '/schema/1' }]);
  });

  const path = (rest: string): string => `/dataContracts/${contract.id}/${rest}`;
  const removed = { path: 'schema.note', from: NOTE, compatibility: 'breaking' };

  it('between two versions', async () => {
    const whole = await world.client.get<Comparison>(path('diff?from=0.1&to=1.1'));
    expect([whole.status, whole.body]).toMatchObject([
      200,
      { from: 0.1, to: 1.1, compatible: false, changes: [removed] },
    ]);
    expect(whole.body.changes[0]?.reason).toMatch(/removed/);
    expect((await world.client.get(path('diff'))).body).toEqual(whole.body);
    const back = await world.client.get<Comparison>(path('diff?from=1.1&to=0.1'));
    expect(back.body).toMatchObject({
      compatible: true,
      changes: [{ path: 'schema.note', compatibility: 'compatible' }],
    });
  });

  it('by a proposed document, as JSON and as YAML', async () => {
    const document = { name: contract.name, entity: contract.entity, schema: [ID, NOTE] };
    const json = await world.client.post<Comparison>(path('diff'), document);
    expect([json.status, json.body]).toMatchObject([
      200,
      { from: 1.1, compatible: true, changes: [{ path: 'schema.note', to: NOTE, compatibility: 'compatible' }] },
    ]);
    expect(json.body).not.toHaveProperty('to');
    const yaml = 'schema:\n  - { name: id, dataType: bigint }\n  - { name: note, dataType: text }\n';
    const same = await world.client.post(path('diff'), yaml, { 'content-type': 'application/yaml' });
    expect([same.status, same.body]).toEqual([200, json.body]);
    expect((await world.read(contract.id)).version).toBe(1.1);
  });

  it.each([
    [undefined, false],
    ['backward', false],
    ['forward', true],
    ['full', false],
    ['none', true],
  ])('are checked: mode %s', async (mode, compatible) => {
    const document = { schema: [{ ...ID, dataType: 'INT' }] };
    const { status, body } = await world.client.post<Comparison>(path('check'), { document, ...(mode && { mode }) });
    expect([status, body]).toMatchObject([200, { compatible, changes: [{ path: 'schema.id.dataType' }] }]);
    expect(Object.keys(body).sort()).toEqual(['changes', 'compatible']);
  });

  it('are checked of a YAML body', async () => {
    const body = 'mode: backward\ndocument:\n  schema:\n    - { name: id, dataType: BIGINT }\n';
    const answer = await world.client.post(path('check'), body, { 'content-type': 'text/yaml' });
    expect([answer.status, answer.body]).toEqual([200, { compatible: true, changes: [] }]);
  });

  it.each<[string, string, unknown, RegExp]>([
    ['POST', 'check', {}, /document: is required/],
    ['POST', 'check', [], /is an array; a JSON object is expected/],
    ['POST', 'check', { document: {}, mode: 'sideways' }, /mode: must be one of backward, forward, full, none/],
    [
      'POST',
      'check',
      { document: {}, modus: 'full' },
      /modus: is not a known property here: allowed are document, mode/,
    ],
    ['POST', 'check', { document: 'name: x' }, /must be an object/],
    ['POST', 'check', { document: { schema: [{ name: 'id', dataType: 'WORD' }] } }, /schema\[0\]\.dataType/],
    ['POST', 'diff', { nope: 1 }, /nope/],
    ['POST', 'diff', { semantics: [{ name: 'r', rule: { nope: 1 } }] }, /semantics\[0\]\.rule/],
    ['GET', 'diff?from=x', undefined, /x is not a version/],
    ['GET', 'diff?from=0.1&since=0.2', undefined, /since/],
    ['GET', 'diff?to=0.1', undefined, /from: is required/],
  ])('%s %s %j is refused with what is wrong', async (method, rest, body, message) => {
    const answer = await world.client.send(method, path(rest), { body });
    expect([answer.status, JSON.stringify(answer.body)]).toEqual([400, expect.stringMatching('BAD_REQUEST')]);
    const { message: said, details = [] } = answer.body as {
      message: string;
      details?: { field: string; message: string }[];
    };
    expect([said, ...details.map((detail) => `${detail.field}: ${detail.message}`)].join('\n')).toMatch(message);
  });

  it('of a contract or a version that is not there are 404', async () => {
    expect((await world.client.get(path('diff?from=9.9'))).status).toBe(404);
    const nothing = '/dataContracts/00000000-0000-4000-8000-000000000000';
    expect((await world.client.post(`${nothing}/check`, { document: {} })).status).toBe(404);
    expect((await world.client.get(`${nothing}/diff`)).status).toBe(404);
  });

  it('may be looked at by who may view', async () => {
    const viewer = await world.service.client('reader', 'DataConsumer');
    expect((await viewer.get(path('diff'))).status).toBe(200);
    expect((await viewer.post(path('check'), { document: { schema: [ID] } })).status).toBe(200);
    expect((await viewer.put('/dataContracts', { name: 'x', entity: contract.entity })).status).toBe(403);
  });
});
