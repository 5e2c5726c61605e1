import { eventually } from '../../support/eventually';
import type { RestAnswer } from '../../support/rest-client';
import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly state: string;
  readonly endedBy?: string;
  readonly round: number;
  readonly breaking: boolean;
  readonly deadline: number;
  readonly appliedVersion?: number;
  readonly parties: readonly { readonly party: { readonly id: string }; readonly decision: string }[];
}

const DAY = 86_400_000;
const DROP = [{ op: 'remove', path: '/schema/1' }];

describe('changes of contracts that bind', () => {
  let world: GovernanceWorld;
  let author: Person;
  let editor: Person;
  let reviewer: Person;
  let consumer: Person;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    author = await world.person();
    editor = await world.person();
    reviewer = await world.person();
    consumer = await world.person();
  });

  const at = ({ id }: { readonly id: string }, more = '') => `/dataContracts/${id}${more}`;
  const columns = async (contract: Contract) =>
    (await world.admin.must<{ schema: object[] }>('GET', at(contract))).schema.length;

  /** In force, with two owners and a reviewer; a consumer of all of it. */
  async function agreed(
    change: object = { mode: 'consented' },
    isRelied = true,
  ): Promise<Contract & { asset: { id: string; type: string } }> {
    const people = { owners: [author.ref, editor.ref], reviewers: [reviewer.ref] };
    const contract = await world.contract(people);
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change });
    if (isRelied)
      await consumer.client.must('PUT', at(contract, '/consumers'), { party: consumer.ref, purpose: 'Reports' });
    const { entity } = await world.admin.must<{ entity: { id: string; type: string } }>('GET', at(contract));
    return Object.assign(contract, { asset: { id: entity.id, type: entity.type } });
  }
  async function proposed(contract: Contract, by: Person = author, patch: object[] = DROP): Promise<Shown> {
    const answer = await by.client.patch<Shown>(at(contract), patch);
    expect(answer.status).toBe(202);
    return answer.body;
  }
  const path = (contract: Contract, { id }: Pick<Shown, 'id'>, more = '') => at(contract, `/proposals/${id}${more}`);
  const approve = (contract: Contract, proposal: Shown, by: Person = reviewer) =>
    by.client.post<Shown>(path(contract, proposal, '/review'), { decision: 'approve', round: proposal.round });
  const decide = (contract: Contract, proposal: Shown, decision: string, more: object = {}) =>
    consumer.client.put<Shown>(path(contract, proposal, '/decision'), { decision, round: proposal.round, ...more });
  const read = (contract: Contract, proposal: Shown) => world.admin.must<Shown>('GET', path(contract, proposal));

  describe('are kept back by whatever way they come', () => {
    const body = async (contract: Contract & { asset: object }) => {
      const { name } = await world.admin.must<{ name: string }>('GET', at(contract));
      return { name, entity: contract.asset, entityStatus: 'Active', schema: [{ name: 'id', dataType: 'BIGINT' }] };
    };
    const named = async (contract: Contract) => {
      const { fullyQualifiedName } = await world.admin.must<{ fullyQualifiedName: string }>('GET', at(contract));
      return `/dataContracts/name/${encodeURIComponent(fullyQualifiedName)}`;
    };
    type Way = (contract: Contract & { asset: { id: string; type: string } }) => Promise<RestAnswer<unknown>>;
    const odcs =
      (mode: string, more = ''): Way =>
      async (contract) => {
        const document = await world.admin.must<{ schema: { properties: object[] }[] }>('GET', at(contract, '/odcs'));
        document.schema[0]?.properties.pop();
        return world.admin.put(
          `/dataContracts/odcs${more}?entityId=${contract.asset.id}&entityType=table&mode=${mode}`,
          document,
        );
      };
    const WAYS: readonly (readonly [string, Way])[] = [
      ['PATCH', (contract) => world.admin.patch(at(contract), DROP)],
      ['PATCH by name', async (contract) => world.admin.patch(await named(contract), DROP)],
      ['PUT', async (contract) => world.admin.put('/dataContracts', await body(contract))],
      ['ODCS, replaced', odcs('replace')],
      ['DELETE', (contract) => world.admin.delete(at(contract))],
      ['hard DELETE', (contract) => world.admin.delete(at(contract, '?hardDelete=true'))],
      ['DELETE by name', async (contract) => world.admin.delete(await named(contract))],
    ];

    it.each(WAYS)('%s', async (_, way) => {
      const contract = await agreed();
      const before = await world.admin.get(at(contract));
      const answer = (await way(contract)) as RestAnswer<Shown>;
      expect(answer).toMatchObject({ status: 202, body: { state: 'InReview', breaking: true, round: 1 } });
      expect(answer.headers.get('location')).toBe(`/api/v1${path(contract, answer.body)}`);
      expect(answer.headers.get('x-change-policy')).toBe('consented');
      const after = await world.admin.get(at(contract));
      expect([after.body, after.headers.get('etag')]).toEqual([before.body, before.headers.get('etag')]);
    });

    it('rows in bulk, in both forms', async () => {
      const contract = await agreed();
      const row = await body(contract);
      const { results } = await world.admin.must<{ results: { status: number; proposal: Shown }[] }>(
        'PUT',
        '/dataContracts/bulk',
        { entities: [row] },
      );
      expect(results[0]).toMatchObject({ status: 202, proposal: { state: 'InReview' } });
      const list = await world.admin.must<{ successRequest: { message: string }[] }>('PUT', '/dataContracts/bulk', [
        row,
      ]);
      expect(list).toMatchObject({ numberOfRowsPassed: 1, numberOfRowsFailed: 0 });
      expect(list.successRequest[0]?.message).toBe(`proposal ${results[0]?.proposal.id}`);
      expect(await columns(contract)).toBe(2);
    });

    it('with a refusal where the client asks for it, and nothing is kept', async () => {
      const contract = await agreed();
      const answer = await author.client.patch<{ details: { field: string }[] }>(at(contract), DROP, {
        prefer: 'handling=strict',
      });
      expect(answer.status).toBe(409);
      expect(answer.body.details).toEqual([expect.objectContaining({ field: 'schema.email' })]);
      expect(await world.admin.must('GET', at(contract, '/proposals'))).toMatchObject({
        data: [],
        paging: { total: 0 },
      });
    });
  });

  it('wait for consumers, and are applied when all approve, as an event of their author', async () => {
    const contract = await agreed();
    const proposal = await proposed(contract);
    expect((await approve(contract, proposal, author)).status).toBe(403);
    expect((await decide(contract, proposal, 'approve')).status).toBe(409);
    const waiting = await approve(contract, proposal);
    expect(waiting).toMatchObject({
      status: 200,
      body: { state: 'AwaitingConsent', parties: [{ decision: 'pending' }] },
    });
    expect((await decide(contract, proposal, 'object')).status).toBe(400);
    expect((await decide(contract, proposal, 'object', { comment: 'No.' })).body.parties[0]?.decision).toBe('object');
    expect((await decide(contract, proposal, 'approve')).body).toMatchObject({
      state: 'Applied',
      endedBy: 'consent',
      appliedVersion: 1.1,
    });
    expect(await world.admin.must('GET', at(contract))).toMatchObject({ version: 1.1, updatedBy: author.name });
    expect((await decide(contract, proposal, 'approve')).status).toBe(409);
  });

  it('go ahead beside them: what is not guarded, what is not breaking, what concerns nobody', async () => {
    const contract = await agreed();
    expect((await author.client.patch(at(contract), [{ op: 'add', path: '/description', value: 'x' }])).status).toBe(
      200,
    );
    const promise = await proposed(contract, author, [{ op: 'add', path: '/sla', value: { refreshFrequency: 'P1D' } }]);
    expect((await approve(contract, promise)).body).toMatchObject({ state: 'Applied', endedBy: 'review' });
    const alone = await agreed({ mode: 'consented' }, false);
    expect((await approve(alone, await proposed(alone))).body).toMatchObject({ state: 'Applied', endedBy: 'review' });
  });

  it('are one at a time, replaced by their author in a new round', async () => {
    const contract = await agreed();
    const first = await proposed(contract);
    await approve(contract, first);
    expect(await proposed(contract)).toMatchObject({ id: first.id, round: 1, state: 'AwaitingConsent' });
    const other = await editor.client.patch<{ message: string }>(at(contract), DROP);
    expect(other.status).toBe(409);
    expect(other.body.message).toContain(first.id);
    const again = await proposed(contract, author, [{ op: 'remove', path: '/schema/0' }]);
    expect(again).toMatchObject({ id: first.id, round: 2, state: 'InReview', parties: [] });
    expect((await approve(contract, first)).status).toBe(409);
    expect((await approve(contract, again)).status).toBe(200);
  });

  it('keep what was written meanwhile', async () => {
    const contract = await agreed({ mode: 'reviewed' });
    const proposal = await proposed(contract);
    await editor.client.must('PATCH', at(contract), [{ op: 'add', path: '/description', value: 'Meanwhile.' }]);
    expect((await approve(contract, proposal)).body.state).toBe('Applied');
    expect(await world.admin.must('GET', at(contract))).toMatchObject({
      description: 'Meanwhile.',
      schema: [{ name: 'id' }],
    });
  });

  it.each([
    ['applyUnlessObjected', undefined, 'Applied'],
    ['applyUnlessObjected', 'object', 'Rejected'],
    ['reject', undefined, 'Rejected'],
  ])('end at the deadline: %s, %s: %s', async (atDeadline, decision, state) => {
    const contract = await agreed({ mode: 'consented', consentPeriod: 'PT1S', atDeadline });
    const proposal = await proposed(contract);
    const { deadline } = (await approve(contract, proposal)).body;
    if (decision) expect((await decide(contract, proposal, decision, { comment: 'No.' })).status).toBe(200);
    const waited = await eventually(
      () => read(contract, proposal),
      (one) => one.state !== 'AwaitingConsent',
    );
    expect(waited).toMatchObject({ state, endedBy: 'deadline', deadline });
    expect(await columns(contract)).toBe(state === 'Applied' ? 1 : 2);
  });

  it('name the earliest deadline that counts, where the policy asks for consent', async () => {
    const contract = await agreed({ mode: 'consented', consentPeriod: 'P10D' });
    const open = (deadline: number) =>
      author.client.post<{ details?: { field: string; message: string }[]; message?: string }>(
        `/dataContracts/${contract.id}/proposals`,
        { patch: DROP, deadline },
      );
    const refused = await open(Date.now() + 9 * DAY);
    expect([refused.status, JSON.stringify(refused.body)]).toEqual([
      400,
      expect.stringMatching(/deadline.*must be \d{13} .*P10D/),
    ]);
    expect((await open(Date.now() + 11 * DAY)).status).toBe(201);
  });

  it('are withdrawn and overridden by who may, with a reason', async () => {
    const contract = await agreed();
    const first = await proposed(contract);
    expect((await consumer.client.post(path(contract, first, '/withdraw'), {})).status).toBe(403);
    expect((await author.client.post<Shown>(path(contract, first, '/withdraw'), {})).body.state).toBe('Withdrawn');
    const second = await proposed(contract);
    expect((await reviewer.client.post(path(contract, second, '/override'), { reason: 'x' })).status).toBe(403);
    expect((await world.admin.post(path(contract, second, '/override'), {})).status).toBe(400);
    const { body } = await world.admin.post<Shown>(path(contract, second, '/override'), { reason: 'Law.' });
    expect(body).toMatchObject({ state: 'Applied', endedBy: 'override', override: { user: 'admin', reason: 'Law.' } });
  });

  it('are proposed explicitly under every policy, once for a key', async () => {
    const contract = await world.contract({ owners: [author.ref], reviewers: [reviewer.ref] });
    const send = () =>
      author.client.post<Shown>(
        at(contract, '/proposals'),
        { patch: DROP, reason: 'Less.' },
        { 'idempotency-key': contract.id },
      );
    const made = await send();
    expect(made).toMatchObject({ status: 201, body: { reason: 'Less.', terms: { mode: 'open' } } });
    expect((await send()).headers.get('idempotent-replayed')).toBe('true');
    const nothing = { patch: [{ op: 'replace', path: '/entityStatus', value: 'Active' }] };
    expect((await author.client.post(at(contract, '/proposals'), nothing)).status).toBe(400);
    expect((await author.client.post(at(contract, '/proposals'), { patch: DROP, deletion: true })).status).toBe(400);
    expect((await consumer.client.post(at(contract, '/proposals'), { deletion: true })).status).toBe(403);
    expect((await approve(contract, made.body)).body.state).toBe('Applied');
    const deletion = await author.client.must<Shown>('POST', at(contract, '/proposals'), { deletion: true });
    expect(deletion.kind).toBe('deletion');
    expect((await approve(contract, deletion)).body).toMatchObject({ state: 'Applied', endedBy: 'review' });
    expect((await world.admin.get(at(contract))).status).toBe(404);
  });

  it('are listed by contract, by state, and by whose turn it is', async () => {
    const contract = await agreed();
    const proposal = await proposed(contract);
    const mine = async (person: Person, role: string) => {
      const { data } = await person.client.must<{ data: Shown[] }>(
        'GET',
        `/dataContracts/proposals?mine=${role}&limit=1000`,
      );
      return data.some(({ id }) => id === proposal.id);
    };
    expect([await mine(author, 'author'), await mine(reviewer, 'approver'), await mine(consumer, 'party')]).toEqual([
      true,
      true,
      false,
    ]);
    await approve(contract, proposal);
    expect([await mine(reviewer, 'approver,author'), await mine(consumer, 'party,approver')]).toEqual([false, true]);
    const of = (query: string) =>
      world.admin.must<{ data: Shown[] }>('GET', `/dataContracts/proposals?contract=${contract.id}${query}`);
    expect((await of('')).data.map(({ id }) => id)).toEqual([proposal.id]);
    expect((await of('&state=Applied')).data).toEqual([]);
    expect((await world.admin.get('/dataContracts/proposals?mine=nobody')).status).toBe(400);
  });

  it('end with the contract, when its asset is deleted', async () => {
    const contract = await agreed();
    const proposal = await proposed(contract);
    await world.admin.must('DELETE', `/tables/${contract.asset.id}`);
    expect((await approve(contract, proposal)).status).toBe(404);
    await world.admin.must('PUT', '/tables/restore', { id: contract.asset.id });
    expect(await read(contract, proposal)).toMatchObject({ state: 'Withdrawn', endedBy: 'contractDeleted' });
  });

  it('are shown to clients of OpenMetadata as the contract in review', async () => {
    const contract = await agreed();
    const headers = { 'x-compatibility': 'openmetadata' };
    const answer = await author.client.patch<{ entityStatus: string }>(at(contract), DROP, headers);
    expect(answer).toMatchObject({
      status: 202,
      body: { id: contract.id, entityStatus: 'In Review', version: 0.1, schema: [{ name: 'id' }] },
    });
  });
});
