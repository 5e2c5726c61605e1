import { randomUUID } from 'node:crypto';
import { entityTypes } from '@app/catalog';
import { idempotencyToken } from '@app/database';
import type { IncidentQuery, SentIncidentStatus } from '@app/incidents';
import { DerivedEvidence, type TestCaseStatus } from '@app/quality';
import {
  ADMIN,
  failure,
  newName,
  parsed,
  QualityFixture,
  someone,
  type Document,
  type Page,
} from '../quality/quality.fixture';

const T0 = 1_700_000_000_000;
const RESOLVED = { testCaseFailureReason: 'Duplicates', testCaseFailureComment: 'loaded twice' } as const;

interface Status extends Record<string, unknown> {
  readonly id: string;
  readonly stateId: string;
  readonly timestamp: number;
  readonly testCaseResolutionStatusType: string;
}

describe('incidents of test cases', () => {
  let world: QualityFixture;
  let table: Document;
  let testCase: Document;
  let ada: Document;

  beforeAll(async () => {
    world = await QualityFixture.open();
    ada = await world.create('user', { name: newName('u'), email: `${newName('m')}@example.org` });
  });
  afterAll(() => world.close());
  beforeEach(async () => {
    table = await world.table();
    testCase = await world.testCase(table);
  });

  const push = async (timestamp: number, testCaseStatus: TestCaseStatus) =>
    parsed<{ incidentId?: string }>(await world.results.push(ADMIN, testCase.id, { timestamp, testCaseStatus }));
  const report = async (
    testCaseResolutionStatusType: SentIncidentStatus['testCaseResolutionStatusType'],
    more: Partial<SentIncidentStatus> = {},
  ) => {
    const sent = { testCaseResolutionStatusType, testCaseReference: testCase.fullyQualifiedName, ...more };
    return parsed<Status>(await world.incidents.report(ADMIN, sent));
  };
  const resolve = () => report('Resolved', { testCaseResolutionStatusDetails: RESOLVED });
  const list = async (query: Partial<IncidentQuery> = {}, actor = ADMIN) => {
    const asked = { limit: 10, testCaseFQN: testCase.fullyQualifiedName, ...query };
    return JSON.parse(await world.incidents.list(actor, asked)) as Page & { data: Status[] };
  };
  const kinds = async (query: Partial<IncidentQuery> = {}) =>
    (await list(query)).data.map((status) => status.testCaseResolutionStatusType);
  const shown = async () => (await world.get('testCase', testCase.id, 'incidentId')).incidentId;

  it('are opened by a failed result, shown on the test case, and closed by Resolved', async () => {
    expect(await push(T0, 'Success')).not.toHaveProperty('incidentId');
    expect([await shown(), await kinds()]).toEqual([undefined, []]);
    const { incidentId } = await push(T0 + 1, 'Failed');
    expect(await shown()).toBe(incidentId);
    const { data, paging } = await list();
    expect([data, paging]).toEqual([
      [
        {
          id: expect.any(String) as string,
          stateId: incidentId,
          timestamp: expect.any(Number) as number,
          updatedAt: data[0]!.timestamp,
          testCaseResolutionStatusType: 'New',
          testCaseReference: {
            id: testCase.id,
            type: 'testCase',
            name: testCase.name,
            fullyQualifiedName: testCase.fullyQualifiedName,
            deleted: false,
          },
        },
      ],
      { total: 1 },
    ]);
    expect((await push(T0 + 2, 'Failed')).incidentId).toBe(incidentId);
    await push(T0 + 3, 'Success');
    expect(await shown()).toBe(incidentId);
    expect(await resolve()).toMatchObject({ stateId: incidentId, testCaseResolutionStatusDetails: RESOLVED });
    expect([await shown(), await kinds()]).toEqual([undefined, ['Resolved', 'New']]);
    const { data: results } = JSON.parse(await world.results.list(ADMIN, testCase.id, {})) as Page;
    expect(results.map((result) => result.incidentId)).toEqual([undefined, incidentId, incidentId, undefined]);
  });

  it('are not opened again by a result that comes again, nor by an older one, but by the next that fails', async () => {
    const { incidentId } = await push(T0 + 1, 'Failed');
    await resolve();
    expect((await push(T0 + 1, 'Failed')).incidentId).toBe(incidentId);
    expect(await push(T0, 'Failed')).not.toHaveProperty('incidentId');
    expect(await shown()).toBeUndefined();
    const next = await push(T0 + 2, 'Failed');
    expect([next.incidentId === incidentId, await shown()]).toEqual([false, next.incidentId]);
    // A result that is corrected belongs to no incident; the incident stays until somebody resolves it.
    expect(await push(T0 + 2, 'Success')).not.toHaveProperty('incidentId');
    expect(await shown()).toBe(next.incidentId);
    expect((await list({ stateId: next.incidentId! })).paging.total).toBe(1);
  });

  it('are one, when many results fail at once, and with many that acknowledge it', async () => {
    const pushed = await Promise.all(Array.from({ length: 8 }, (_, i) => push(T0 + i, 'Failed')));
    expect(new Set(pushed.flatMap(({ incidentId }) => incidentId ?? [])).size).toBe(1);
    const told = await Promise.all(Array.from({ length: 4 }, () => report('Ack')));
    expect(new Set(told.map(({ stateId }) => stateId)).size).toBe(1);
    const { data } = await list();
    expect(new Set(data.map(({ timestamp }) => timestamp)).size).toBe(5);
    expect(await kinds({ latest: true })).toEqual(['Ack']);
  });

  it('are opened by results of other sources too, each once', async () => {
    const [row] = await world.database.query<{ node: string }>(`select node::text from entity where id = $1`, [
      testCase.id,
    ]);
    const { node } = row!;
    const record = (status: TestCaseStatus) =>
      world.database.transaction((tx) =>
        world.service(DerivedEvidence).record(tx, [
          { node, timestamp: T0, status, body: { result: 'a' } },
          { node, timestamp: T0 - 1, status: 'Failed', body: {} },
        ]),
      );
    await record('Failed');
    const first = await shown();
    await resolve();
    await record('Failed');
    expect([first, await shown(), await kinds()]).toEqual([expect.any(String), undefined, ['Resolved', 'New']]);
    await record('Success');
    await record('Failed');
    expect(await shown()).not.toBe(first);
  });

  it('go from one status to the next; severity is kept, New adds nothing', async () => {
    const opened = await report('New', { severity: 'Severity2' });
    expect(await report('New', { severity: 'Severity5' })).toEqual(opened);
    expect(await report('Ack')).toMatchObject({ stateId: opened.stateId, severity: 'Severity2' });
    const assignee = { id: ada.id, type: 'user' };
    const assigned = await report('Assigned', {
      severity: 'Severity1',
      testCaseResolutionStatusDetails: { assignee },
    });
    expect(assigned).toMatchObject({
      severity: 'Severity1',
      testCaseResolutionStatusDetails: { assignee: { ...assignee, name: ada.name } },
    });
    const sent = { ...RESOLVED, resolvedBy: String(ada.name) };
    const done = await report('Resolved', { testCaseResolutionStatusDetails: sent });
    expect(done.testCaseResolutionStatusDetails).toMatchObject({ ...RESOLVED, resolvedBy: assignee });
    expect(await kinds()).toEqual(['Resolved', 'Assigned', 'Ack', 'New']);
    expect(JSON.parse(await world.incidents.get(ADMIN, done.id))).toEqual(done);
    const again = await report('Assigned', { testCaseResolutionStatusDetails: { assignee: ada.id } });
    expect(again.stateId).not.toBe(opened.stateId);
    expect(again).not.toHaveProperty('severity');
  });

  it('are found by status, user, table, incident and time, forwards and backwards', async () => {
    const first = await report('New');
    const second = await report('Assigned', { testCaseResolutionStatusDetails: { assignee: ada.id } });
    const third = await resolve();
    const ids = async (query: Partial<IncidentQuery>) => (await list(query)).data.map(({ id }) => id);
    expect(await ids({ testCaseResolutionStatusType: 'New' })).toEqual([first.id]);
    expect(await ids({ assignee: String(ada.name) })).toEqual([second.id]);
    expect(await ids({ assignee: 'nobody' })).toEqual([]);
    expect(await ids({ latest: true })).toEqual([third.id]);
    expect(await ids({ latest: true, testCaseResolutionStatusType: 'New' })).toEqual([]);
    expect(await ids({ testCaseFQN: undefined, stateId: first.stateId })).toEqual([third.id, second.id, first.id]);
    expect(await ids({ testCaseFQN: undefined, originEntityFQN: table.fullyQualifiedName })).toHaveLength(3);
    expect(await ids({ originEntityFQN: `${table.fullyQualifiedName}x` })).toEqual([]);
    expect(await ids({ startTs: second.timestamp, endTs: second.timestamp })).toEqual([second.id]);
    const one = await list({ limit: 2 });
    const two = await list({ limit: 2, after: one.paging.after });
    expect([one, two].map(({ data }) => data.map(({ id }) => id))).toEqual([[third.id, second.id], [first.id]]);
    expect([one.paging.before, one.paging.total, two.paging.after]).toEqual([undefined, 3, undefined]);
    const back = await list({ limit: 1, before: two.paging.before });
    expect(back.data.map(({ id }) => id)).toEqual([second.id]);
    expect(await list({ limit: 0 })).toEqual({ data: [], paging: { total: 3 } });
  });

  it('refuse what is wrong with a query, saying what', async () => {
    await report('New');
    await report('Ack');
    const { paging } = await list({ limit: 1 });
    const refusals = [
      [{ startTs: 2, endTs: 1 }, 'startTs is 2, which is after endTs (1)'],
      [{ after: paging.after, latest: true }, 'other filters'],
      [{ after: 'bent' }, 'was changed'],
    ] as const;
    for (const [query, told] of refusals) {
      const { code, message } = await failure(list(query));
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining(told)]);
    }
  });

  it('refuse to resolve where none is open, and users and test cases that are not there', async () => {
    expect(await failure(resolve())).toMatchObject({
      code: 'CONFLICT',
      message: `The test case ${testCase.fullyQualifiedName} has no open incident that could be resolved`,
    });
    const assignee = randomUUID();
    const assigned = report('Assigned', { testCaseResolutionStatusDetails: { assignee } });
    expect(await failure(assigned)).toMatchObject({
      code: 'NOT_FOUND',
      message: `user instance for ${assignee} not found`,
    });
    expect(await failure(report('New', { testCaseReference: 'no.such.case' }))).toMatchObject({ code: 'NOT_FOUND' });
    expect(await kinds()).toEqual([]);
    const id = randomUUID();
    expect(await failure(world.incidents.get(ADMIN, id))).toMatchObject({
      message: `testCaseIncidentStatus instance for ${id} not found`,
    });
  });

  it('are patched in severity and details, and in nothing else', async () => {
    await report('New');
    const assigned = await report('Assigned', { testCaseResolutionStatusDetails: { assignee: ada.id } });
    const bob = await world.create('user', { name: newName('u'), email: `${newName('m')}@example.org` });
    const patch = (operations: unknown) =>
      world.incidents.patch(ADMIN, assigned.id, operations, (sent) => sent as unknown as SentIncidentStatus);
    const details = '/testCaseResolutionStatusDetails';
    const changed = JSON.parse(
      await patch([
        { op: 'add', path: '/severity', value: 'Severity3' },
        { op: 'replace', path: `${details}/assignee`, value: { id: bob.id, type: 'user' } },
      ]),
    ) as Status;
    expect(changed).toMatchObject({
      id: assigned.id,
      timestamp: assigned.timestamp,
      severity: 'Severity3',
      testCaseResolutionStatusDetails: { assignee: { id: bob.id } },
    });
    expect(JSON.parse(await world.incidents.get(ADMIN, assigned.id))).toEqual(changed);
    const refusals = [
      [[{ op: 'replace', path: '/testCaseResolutionStatusType', value: 'Ack' }], 'testCaseResolutionStatusType'],
      [[{ op: 'remove', path: '/stateId' }], 'stateId'],
      [[{ op: 'add', path: '/testCaseReference/name', value: 'x' }], 'testCaseReference'],
      [[{ op: 'add', path: '/more', value: 1 }], 'more'],
      [{}, 'A JSON Patch is an array'],
    ] as const;
    for (const [operations, told] of refusals) {
      const { code, message } = await failure(patch(operations));
      expect([code, message]).toEqual(['BAD_REQUEST', expect.stringContaining(told)]);
    }
    expect(JSON.parse(await world.incidents.get(ADMIN, assigned.id))).toEqual(changed);
  });

  it('are reported once under an Idempotency-Key', async () => {
    const key = newName('key');
    const body = { testCaseResolutionStatusType: 'Ack', testCaseReference: testCase.id } as const;
    const token = idempotencyToken({ key, caller: 'admin', method: 'POST', url: '/x', body });
    const first = await world.incidents.report(ADMIN, body, token);
    expect(first.isNew).toBe(true);
    expect(await world.incidents.report(ADMIN, body, token)).toEqual({ ...first, replayed: true });
    expect(await kinds()).toEqual(['Ack']);
  });

  it('are seen and written by who may see and edit the test case; nothing tells of hidden ones', async () => {
    const owner = await world.create('user', { name: newName('u'), email: `${newName('m')}@example.org` });
    const opened = await report('New');
    const body = { testCaseResolutionStatusType: 'Ack', testCaseReference: testCase.id } as const;
    const view = { operations: ['ViewAll' as const] };
    const viewer = someone([view]);
    expect((await list({}, viewer)).data).toHaveLength(1);
    expect(await failure(world.incidents.report(viewer, body))).toMatchObject({
      code: 'FORBIDDEN',
      message: 'Principal ada is not allowed: operations [EditTests] on testCase',
    });
    const patched = world.incidents.patch(viewer, opened.id, [], (sent) => sent as unknown as SentIncidentStatus);
    expect(await failure(patched)).toMatchObject({ code: 'FORBIDDEN' });
    expect(await failure(list({}, someone([])))).toMatchObject({ code: 'FORBIDDEN' });

    const tableOf = (id: string) => world.table({ owners: [{ id, type: 'user' }] });
    const own = await world.testCase(await tableOf(owner.id));
    const hidden = await world.testCase(await tableOf(ada.id));
    await world.incidents.report(ADMIN, { ...body, testCaseReference: own.id });
    const concealed = await world.incidents.report(ADMIN, { ...body, testCaseReference: hidden.id });
    const { id, stateId } = parsed<Status>(concealed);
    const someOnly = someone(
      [
        { operations: ['ViewAll', 'EditTests'] },
        { effect: 'deny', operations: ['ViewAll'], condition: '!isOwner() && !noOwner()' },
      ],
      [owner.id],
    );
    const seen = async (query: Partial<IncidentQuery>) => {
      const { data, paging } = await list({ testCaseFQN: undefined, ...query }, someOnly);
      return [data.map(({ testCaseReference }) => (testCaseReference as Document).id), paging.total];
    };
    const mine = { startTs: opened.timestamp, limit: 1_000 };
    expect((await list({ testCaseFQN: undefined, ...mine })).data.map((one) => one.stateId)).toContain(stateId);
    expect(await seen(mine)).toEqual([[own.id, testCase.id], 2]);
    expect(await seen({ ...mine, limit: 1 })).toEqual([[own.id], 2]);
    expect(await seen({ stateId })).toEqual([[], 0]);
    expect(await seen({ testCaseFQN: hidden.fullyQualifiedName })).toEqual([[], 0]);
    const missing = { code: 'NOT_FOUND', message: `testCaseIncidentStatus instance for ${id} not found` };
    expect(await failure(world.incidents.get(someOnly, id))).toMatchObject(missing);
    const change = world.incidents.patch(someOnly, id, [], (sent) => sent as unknown as SentIncidentStatus);
    expect(await failure(change)).toMatchObject(missing);
    const added = world.incidents.report(someOnly, { ...body, testCaseReference: hidden.id });
    expect(await failure(added)).toMatchObject({ code: 'NOT_FOUND' });
    expect((await world.incidents.report(someOnly, { ...body, testCaseReference: own.id })).isNew).toBe(true);
  });

  it('go with their test case: out of sight with a deletion, for good with a hard one', async () => {
    const { stateId } = await report('New');
    const remove = (hardDelete: boolean) =>
      world.remover.remove(
        ADMIN,
        entityTypes.get('testCase'),
        { id: testCase.id },
        { hardDelete, recursive: false, precondition: undefined },
      );
    await remove(false);
    expect((await list({ testCaseFQN: undefined, stateId })).paging.total).toBe(0);
    await remove(true);
    expect(await world.database.query(`select 1 from test_case_incident where incident = $1`, [stateId])).toEqual([]);
  });
});
