import { IncidentWorld, MINUTE, START, type Incident } from './incident-world';
import type { Person } from './people';

const HOUR = 60 * MINUTE;

describe('incidents of a contract', () => {
  let world: IncidentWorld;
  let owner: Person;
  let ann: Person;

  beforeAll(async () => {
    world = await IncidentWorld.shared();
    [owner, ann] = [await world.people.person(), await world.people.person()];
  });

  const path = ({ id }: Pick<Incident, 'id'>, rest = '') => `/dataContracts/incidents/${id}${rest}`;
  const read = (incident: Incident, by = world.admin) => by.get<Incident>(path(incident));
  const actionsOf = async (incident: Incident) => {
    const { data } = await world.admin.must<{ data: { action: string; by?: { name: string } }[] }>(
      'GET',
      path(incident, '/history'),
    );
    return data;
  };

  it('are opened by nothing without a policy, and by hand all the same', async () => {
    const contract = await world.people.contract({ owners: [owner.ref] });
    await world.push(contract, 0, 'Failed');
    expect(await world.list(contract)).toEqual([]);
    const sent = { comment: 'The totals are doubled', severity: 'Severity2' };
    expect((await ann.client.post(`/dataContracts/${contract.id}/incidents`, sent)).status).toBe(403);
    const key = { 'idempotency-key': contract.id };
    const opened = await owner.client.post<Incident>(`/dataContracts/${contract.id}/incidents`, sent, key);
    expect(opened).toMatchObject({
      status: 201,
      body: {
        status: 'Assigned',
        severity: 'Severity2',
        assignee: { id: owner.id },
        lastResult: { status: 'Failed' },
        failures: 0,
      },
    });
    const again = await owner.client.post<Incident>(`/dataContracts/${contract.id}/incidents`, sent, key);
    expect([again.status, again.body]).toEqual([201, opened.body]);
    const second = await owner.client.post<Incident>(`/dataContracts/${contract.id}/incidents`, { comment: 'Still' });
    expect(second).toMatchObject({ status: 200, body: { id: opened.body.id, comments: 1 } });
    expect(await actionsOf(opened.body)).toMatchObject([
      { action: 'open', by: { name: owner.name }, comment: 'The totals are doubled', assignee: { id: owner.id } },
      { action: 'comment', comment: 'Still' },
    ]);
  });

  it('are opened once, however many results come at once', async () => {
    const contract = await world.watched({ closeAfterRuns: 0 });
    await Promise.all(
      Array.from({ length: 30 }, (_, at) => world.push(contract, at, at % 3 ? 'Failed' : 'PartialSuccess')),
    );
    const [incident, ...others] = await world.list(contract);
    expect(others).toEqual([]);
    expect(incident!.failures).toBe(30 - (incident!.openedAt - START) / MINUTE);
  });

  it('follow many results of one request as if they came one by one', async () => {
    const contract = await world.watched({ closeAfterRuns: 2 });
    const statuses = ['Success', 'Failed', 'Success', 'Success', 'Failed', 'Failed', 'Success'];
    const results = statuses.map((contractExecutionStatus, at) => ({
      ...{ contractId: contract.id, timestamp: START + at * MINUTE, contractExecutionStatus },
    }));
    const sent = await world.admin.put('/dataContracts/results/bulk', { results });
    expect(sent.status).toBe(200);
    expect(await world.list(contract)).toMatchObject([
      { status: 'New', openedAt: START + 4 * MINUTE, failures: 2, goodRuns: 1 },
      { status: 'Resolved', openedAt: START + MINUTE, resolution: 'recovered', resolvedAt: START + 3 * MINUTE },
    ]);
  });

  it('are acted on by who may edit the tests, the owner and the assignee', async () => {
    const contract = await world.watched({}, { owners: [owner.ref] });
    const incident = await world.broken(contract);
    expect((await world.act(incident, { action: 'acknowledge' }, ann)).status).toBe(403);
    expect((await world.act(incident, { action: 'comment', comment: 'I see it too' }, ann)).status).toBe(200);
    expect(await world.act(incident, { action: 'acknowledge' }, owner)).toMatchObject({
      status: 200,
      body: { status: 'Ack' },
    });
    expect((await world.act(incident, { action: 'acknowledge' }, owner)).status).toBe(200);
    const assigned = await world.act(incident, { action: 'assign', assignee: ann.ref }, owner);
    expect(assigned).toMatchObject({
      status: 200,
      body: { status: 'Assigned', assignee: { id: ann.id }, comments: 1 },
    });
    const mine = await ann.client.get<{ data: Incident[] }>('/dataContracts/incidents?mine=true&limit=1000');
    expect(mine.body.data.map(({ id }) => id)).toEqual([incident.id]);
    const resolve = { action: 'resolve', resolution: 'Fixed', comment: 'The load ran again' };
    expect(await world.act(incident, resolve, ann)).toMatchObject({
      status: 200,
      body: { status: 'Resolved', resolution: 'Fixed', resolvedBy: { id: ann.id } },
    });
    expect((await world.act(incident, resolve, ann)).status).toBe(409);
    expect((await world.act(incident, { action: 'comment', comment: 'Thanks' }, owner)).status).toBe(200);
    const done = (await actionsOf(incident)).map(({ action, by }) => [action, by?.name]);
    expect(done).toEqual([
      ['open', undefined],
      ['comment', ann.name],
      ['acknowledge', owner.name],
      ['assign', owner.name],
      ['resolve', ann.name],
      ['comment', owner.name],
    ]);
    const { data } = await world.admin.must<{ data: { operation: string }[] }>(
      'GET',
      `/audit?entity=${contract.id}&limit=100`,
    );
    expect(data.filter(({ operation }) => operation === 'incidentActed')).toHaveLength(5);
  });

  it('two resolve one of them: one does', async () => {
    const incident = await world.broken(await world.watched());
    const resolve = { action: 'resolve', resolution: 'Expected', comment: 'Known' };
    const answers = await Promise.all([world.act(incident, resolve), world.act(incident, resolve)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('tell what is wrong with an action', async () => {
    const incident = await world.broken(await world.watched());
    const details = async (action: object) => {
      const { status, body } = await world.act(incident, action);
      return [status, JSON.stringify(body.details ?? body.message)];
    };
    expect(await details({ action: 'dance' })).toEqual([400, expect.stringContaining('acknowledge, assign')]);
    expect(await details({ action: 'assign' })).toEqual([400, expect.stringContaining('assignee is required')]);
    expect(await details({ action: 'snooze', until: START })).toEqual([400, expect.stringContaining('in the future')]);
    const far = Date.now() + 367 * 24 * HOUR;
    expect(await details({ action: 'mute', until: far, reason: 'x' })).toEqual([
      400,
      expect.stringContaining('366 days'),
    ]);
    const nobody = { type: 'user', id: '00000000-0000-4000-8000-000000000000' };
    expect((await world.act(incident, { action: 'assign', assignee: nobody })).status).toBe(404);
    expect((await world.admin.get(path({ id: nobody.id }))).status).toBe(404);
  });

  it('snooze and mute for a time; the mute is that of the contract', async () => {
    const contract = await world.watched({ closeAfterRuns: 1 });
    const first = await world.broken(contract);
    const until = Date.now() + HOUR;
    expect((await world.act(first, { action: 'snooze', until })).body).toMatchObject({
      snoozedUntil: until,
      status: 'New',
    });
    expect((await world.act(first, { action: 'mute', until, reason: 'Known.' })).body).toMatchObject({
      mutedUntil: until,
    });
    await world.push(contract, 1, 'Success');
    const second = await world.broken(contract, 2);
    expect([second.id === first.id, second.mutedUntil, second.muteReason]).toEqual([false, until, 'Known.']);
    expect((await world.act(second, { action: 'unmute' })).body).not.toHaveProperty('mutedUntil');
    expect((await read(first)).body).not.toHaveProperty('mutedUntil');
  });

  it('have a history of pages: a hundred events an answer, whatever is said of them', async () => {
    interface History {
      readonly data: readonly { readonly action: string; readonly comment?: string }[];
      readonly paging?: { readonly total: number; readonly before?: string; readonly after?: string };
    }
    const incident = await world.broken(await world.watched());
    const history = (query = '') => world.admin.must<History>('GET', path(incident, `/history${query}`));
    expect(await history()).toEqual({ data: [expect.objectContaining({ action: 'open' })] });
    for (let nth = 1; nth <= 120; nth++) await world.act(incident, { action: 'comment', comment: `The ${nth}th` });
    const first = await history();
    expect([first.data.length, first.data[0]?.action, first.data[99]?.comment]).toEqual([100, 'open', 'The 99th']);
    expect(first.paging).toEqual({ total: 121, after: expect.any(String) });
    const rest = await history(`?after=${first.paging!.after!}`);
    expect(rest.data.map(({ comment }) => comment)).toEqual(Array.from({ length: 21 }, (_, at) => `The ${at + 100}th`));
    expect(rest.paging).toEqual({ total: 121, before: expect.any(String) });
    expect(await history(`?before=${rest.paging!.before!}`)).toEqual(first);
    const long = 'x'.repeat(4_001);
    expect((await world.act(incident, { action: 'comment', comment: long })).status).toBe(400);
    expect((await world.admin.get(path(incident, '/history?limit=101'))).status).toBe(400);
  });

  it('end with the contract, and say why', async () => {
    const out = await world.watched();
    const [first, gone] = [await world.broken(out), await world.watched()];
    await world.admin.patch(`/dataContracts/${out.id}`, [
      { op: 'replace', path: '/entityStatus', value: 'Deprecated' },
    ]);
    expect((await read(first)).body).toMatchObject({ status: 'Resolved', resolution: 'Other' });
    expect((await actionsOf(first)).at(-1)).toMatchObject({ action: 'resolve', reason: 'contractOutOfForce' });
    const second = await world.broken(gone);
    await world.admin.delete(`/dataContracts/${gone.id}`);
    expect((await read(second)).status).toBe(404);
    await world.admin.put('/dataContracts/restore', { id: gone.id });
    expect((await actionsOf(second)).at(-1)).toMatchObject({ action: 'resolve', reason: 'contractDeleted' });
    const ending = await world.watched();
    const third = await world.broken(ending);
    const until = Date.now() + 1_500;
    const value = new Date(until).toISOString();
    await world.admin.patch(`/dataContracts/${ending.id}`, [{ op: 'add', path: '/effectiveUntil', value }]);
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, until - Date.now()) + 50));
    expect((await read(third)).body).toMatchObject({ status: 'Resolved', resolution: 'Other' });
    expect(await world.list(ending, 'status=open')).toEqual([]);
    expect((await world.act(third, { action: 'acknowledge' })).status).toBe(409);
  });

  it('follow from the one upstream, which has them below it and is assigned', async () => {
    const rules = { assign: 'owner', closeAfterRuns: 0 };
    const [source, middle, last] = [
      await world.watched(rules, { owners: [owner.ref] }),
      await world.people.contract(),
      await world.watched(rules, { owners: [owner.ref] }),
    ];
    await world.feeds(source, middle);
    await world.feeds(middle, last);
    const root = await world.broken(source);
    const below = await world.broken(last, 5);
    expect(root).toMatchObject({ status: 'Assigned', assignee: { id: owner.id } });
    expect(below).toMatchObject({ status: 'New', cause: { contract: { id: source.id }, incident: root.id, hops: 2 } });
    expect(below).not.toHaveProperty('assignee');
    expect((await read(root)).body.affected).toBe(1);
    const affected = await world.admin.get<{ data: object[] }>(path(root, '/affected'));
    expect(affected.body.data).toMatchObject([{ contract: { id: last.id }, incident: below.id, hops: 2 }]);
    expect((await world.list(last, `cause=${root.id}`)).map(({ id }) => id)).toEqual([below.id]);
    // A contract that holds keeps what is above it apart.
    await world.push(middle, 6, 'Success');
    expect((await read(below)).body).not.toHaveProperty('cause');
    await world.push(middle, 7, 'Aborted');
    await world.admin.delete(`/dataContracts/${middle.id}/results/${START + 6 * MINUTE}`);
    await world.act(below, { action: 'resolve', resolution: 'Duplicate', comment: 'Of the source' });
    expect((await read(below)).body).toMatchObject({ status: 'Resolved', cause: { incident: root.id } });
  });

  it('are listed by domain and time, newest first, page by page', async () => {
    const [one, other] = [await world.watched(), await world.watched()];
    const domain = await world.domain([one.entity, other.entity]);
    const incidents = [await world.broken(one, 10), await world.broken(other, 20)];
    const ids = async (query: string) => {
      const at = `/dataContracts/incidents?domain=${domain.fullyQualifiedName}&${query}`;
      const { data, paging } = await world.admin.must<{ data: Incident[]; paging: { total: number; after?: string } }>(
        'GET',
        at,
      );
      return { ids: data.map(({ id }) => id), ...paging };
    };
    const first = await ids('limit=1');
    expect(first).toMatchObject({ ids: [incidents[1]!.id], total: 2 });
    expect((await ids(`limit=1&after=${first.after!}`)).ids).toEqual([incidents[0]!.id]);
    expect((await ids(`startTs=${START + 11 * MINUTE}`)).ids).toEqual([incidents[1]!.id]);
    expect((await ids(`endTs=${START + 11 * MINUTE}`)).ids).toEqual([incidents[0]!.id]);
    expect((await ids('status=resolved')).ids).toEqual([]);
  });

  it('are told once to each person: the root, and not what follows from it', async () => {
    const told = async (type: string, who = ann) => {
      const path = `/dataContracts/notices?type=${type}&limit=1000`;
      const { data } = await who.client.must<{ data: { incident?: string }[] }>('GET', path);
      return data.map(({ incident }) => incident);
    };
    const [source, last, muted] = [await world.watched(), await world.watched(), await world.watched()];
    await world.feeds(source, last);
    for (const { id } of [source, last, muted])
      await ann.client.must('PUT', `/dataContracts/${id}/consumers`, { party: ann.ref, purpose: 'Reports' });
    const root = await world.broken(source);
    const below = await world.broken(last, 1);
    expect(below.cause?.incident).toBe(root.id);
    const opened = await told('contractIncidentOpened');
    expect([opened.includes(root.id), opened.includes(below.id)]).toEqual([true, false]);
    const silent = await world.broken(muted);
    await world.act(silent, { action: 'mute', until: Date.now() + HOUR, reason: 'Known.' });
    const resolve = { action: 'resolve', resolution: 'Fixed', comment: 'Done' };
    for (const incident of [silent, root]) await world.act(incident, resolve);
    let resolved: (string | undefined)[] = [];
    while (!resolved.includes(root.id)) {
      await new Promise((wake) => setTimeout(wake, 200));
      resolved = await told('contractIncidentResolved');
    }
    expect(resolved).not.toContain(silent.id);
    expect(resolved).not.toContain(below.id);
  });
});
