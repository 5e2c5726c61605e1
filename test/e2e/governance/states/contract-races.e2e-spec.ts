import type { Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';

/** The full size is run by hand: RACE_EDITS=500. */
const EDITS = Number(process.env.RACE_EDITS ?? 60);
const LONGEST_MS = 240_000 + EDITS * 1_000;
/** Events at one time. */
const AT_ONCE = 50;
const COLUMNS = Array.from({ length: 8 }, (_, i) => ({ name: `c${i}`, dataType: 'INT' }));
const SLA = { refreshFrequency: 'P1D' };
const APPLIED_BY = ['consent', 'deadline', 'override'];

interface Proposal {
  readonly id: string;
  readonly state: string;
  readonly endedBy?: string;
  readonly round: number;
  readonly appliedVersion?: number;
  readonly changes: readonly { readonly path: string }[];
  readonly parties: readonly { readonly decision: string }[];
}

interface Version {
  readonly version: number;
  readonly entityStatus: string;
  readonly effectiveUntil?: string;
  readonly schema: readonly { readonly name: string }[];
  readonly sla?: object;
}

describe('changes of one contract at one time', () => {
  let world: GovernanceWorld;
  let author: Person;
  let editor: Person;
  let consumer: Person;
  let reviewers: readonly Person[];

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    [author, editor, consumer] = [await world.person(), await world.person(), await world.person()];
    reviewers = [await world.person(), await world.person(), await world.person()];
  });

  const at = ({ id }: { readonly id: string }, more = '') => `/dataContracts/${id}${more}`;
  const read = (contract: Contract) => world.admin.must<Version>('GET', at(contract));
  const without = (index: number) => [{ op: 'replace', path: '/schema', value: COLUMNS.filter((_, i) => i !== index) }];
  const statusesOf = async (answers: readonly Promise<{ status: number }>[]) =>
    (await Promise.all(answers)).map(({ status }) => status);
  const times = (statuses: readonly number[], status: number) => statuses.filter((one) => one === status).length;

  /** In force under the policy `consented`; the consumer relies on all of it. */
  async function agreed(isRelied: boolean): Promise<Contract> {
    const { id } = await world.contracts.table({ columns: [...COLUMNS, { name: 'other', dataType: 'INT' }] });
    const contract = await world.contract({
      ...{ entity: { id, type: 'table' }, schema: COLUMNS, sla: SLA },
      ...{ owners: [author.ref, editor.ref], reviewers: reviewers.map(({ ref }) => ref) },
    });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    if (isRelied)
      await consumer.client.must('PUT', at(contract, '/consumers'), { party: consumer.ref, purpose: 'Reports' });
    return contract;
  }
  const proposed = (contract: Contract, patch: object[] = without(7)) =>
    author.client.must<Proposal>('PATCH', at(contract), patch);
  const approve = (contract: Contract, { id, round }: Proposal, by = reviewers[0]!) =>
    by.client.post<Proposal>(at(contract, `/proposals/${id}/review`), { decision: 'approve', round });
  const decide = (contract: Contract, { id, round }: Proposal, decision: string) =>
    consumer.client.put<Proposal>(at(contract, `/proposals/${id}/decision`), { decision, round, comment: 'Seen.' });

  it('are approved once', async () => {
    const contract = await agreed(false);
    const proposal = await proposed(contract);
    const approvals = Array.from({ length: AT_ONCE }, (_, i) => approve(contract, proposal, reviewers[i % 3]));
    const statuses = await statusesOf(approvals);
    expect([times(statuses, 200), times(statuses, 409)]).toEqual([1, AT_ONCE - 1]);
    expect((await read(contract)).version).toBe(1.1);
  });

  it('end once, by whoever comes first', async () => {
    const contract = await agreed(true);
    const proposal = await proposed(contract);
    expect((await approve(contract, proposal)).body.state).toBe('AwaitingConsent');
    const path = at(contract, `/proposals/${proposal.id}`);
    const events = [
      () => decide(contract, proposal, 'approve'),
      () => decide(contract, proposal, 'object'),
      () => author.client.post(`${path}/withdraw`, {}),
      () => world.admin.post(`${path}/override`, { reason: 'Law.' }),
    ];
    const statuses = await statusesOf(Array.from({ length: AT_ONCE }, (_, i) => events[i % 4]!()));
    expect(times(statuses, 200) + times(statuses, 409)).toBe(AT_ONCE);
    expect(
      times(
        statuses.filter((_, i) => i % 4 > 1),
        200,
      ),
    ).toBeLessThanOrEqual(1);
    const { state } = await world.admin.must<Proposal>('GET', path);
    const { schema, version } = await read(contract);
    expect([state, schema.length, version]).toEqual(state === 'Applied' ? ['Applied', 7, 1.1] : ['Withdrawn', 8, 0.1]);
  });

  it('have the author of one proposal at a time', async () => {
    const contract = await agreed(true);
    const writers = [author, editor];
    const write = (_: unknown, i: number) => writers[i % 2]!.client.patch(at(contract), without(i % 8));
    const statuses = await statusesOf(Array.from({ length: AT_ONCE }, write));
    expect(times(statuses, 202) + times(statuses, 409)).toBe(AT_ONCE);
    const kept = new Set(statuses.flatMap((status, i) => (status === 202 ? [i % 2] : [])));
    expect(kept.size).toBe(1);
  });

  it('are approved in the round that was looked at, or not at all', async () => {
    for (let i = 0; i < 5; i++) {
      const contract = await agreed(false);
      const proposal = await proposed(contract, without(1));
      const [approval, write] = await statusesOf([
        approve(contract, proposal),
        author.client.patch(at(contract), without(2)),
      ]);
      const names = (await read(contract)).schema.map(({ name }) => name);
      expect([approval, names.includes('c1'), names.includes('c2')]).toEqual(
        approval === 200 ? [200, false, true] : [409, true, true],
      );
      expect(write).toBe(202);
    }
  });

  it('are applied and then deleted with the asset, or not applied', async () => {
    const contract = await agreed(false);
    const proposal = await proposed(contract);
    const { entity } = await world.contracts.read(contract.id);
    const [gone, approval] = await statusesOf([
      world.admin.delete(`/tables/${entity.id}`),
      approve(contract, proposal),
    ]);
    expect(gone).toBe(200);
    await world.admin.must('PUT', '/tables/restore', { id: entity.id });
    const { state } = await world.admin.must<Proposal>('GET', at(contract, `/proposals/${proposal.id}`));
    expect([approval === 200 ? 200 : 'refused', state, (await read(contract)).schema.length]).toEqual(
      approval === 200 ? [200, 'Applied', 7] : ['refused', 'Withdrawn', 8],
    );
  });

  it(
    'bring nothing into force that breaks it without consent',
    async () => {
      const contract = await agreed(true);
      const { name, entity } = await world.contracts.read(contract.id);
      const whole = {
        ...{ name, entity: { id: entity.id, type: entity.type }, entityStatus: 'Active', schema: COLUMNS },
        // A document without reviewers takes them away, which needs no consent and leaves nobody to approve.
        ...{ owners: [author.ref, editor.ref], reviewers: reviewers.map(({ ref }) => ref) },
      };
      const edits: ((by: Person, i: number) => Promise<{ status: number }>)[] = [
        ({ client }, i) => client.patch(at(contract), without(i % 8)),
        ({ client }) => client.patch(at(contract), [{ op: 'replace', path: '/schema', value: COLUMNS }]),
        ({ client }) => client.patch(at(contract), [{ op: 'replace', path: '/entityStatus', value: 'Draft' }]),
        ({ client }) => client.patch(at(contract), [{ op: 'add', path: '/effectiveUntil', value: '2020-01-01' }]),
        ({ client }) => client.put('/dataContracts', whole),
        ({ client }) => client.put('/dataContracts', { ...whole, sla: SLA }),
        ({ client }, i) => client.patch(at(contract), [{ op: 'add', path: '/description', value: `The ${i}th.` }]),
      ];
      const state = { isWritten: false };
      const writing = statusesOf(
        Array.from({ length: EDITS }, (_, i) => edits[i % edits.length]!([author, editor][i % 2]!, i)),
      ).finally(() => (state.isWritten = true));
      // Others decide meanwhile, and on the last one afterwards.
      for (let i = 0, isOpen = true; isOpen || !state.isWritten; i++) isOpen = await decideOnOpen(contract, i);
      const statuses = await writing;
      expect(times(statuses, 200) + times(statuses, 202) + times(statuses, 409)).toBe(EDITS);
      const last = await proposed(contract, [{ op: 'remove', path: '/schema/0' }]);
      expect((await approve(contract, last)).body).toMatchObject({ state: 'AwaitingConsent' });
      expect((await decide(contract, last, 'approve')).body).toMatchObject({ state: 'Applied' });
      await expectConsent(contract);
    },
    LONGEST_MS,
  );

  /** Reviewers approve what is open; the consumer consents to what leaves the contract in force. @returns whether there was something */
  async function decideOnOpen(contract: Contract, i: number): Promise<boolean> {
    const { data } = await world.admin.must<{ data: Proposal[] }>('GET', at(contract, '/proposals?limit=1'));
    const [open] = data.filter(({ state }) => state === 'InReview' || state === 'AwaitingConsent');
    if (!open) return false;
    const isKept = open.changes.every(({ path }) => /^(schema|sla)/.test(path));
    const decided =
      open.state === 'InReview'
        ? approve(contract, open, reviewers[i % 3])
        : isKept
          ? decide(contract, open, 'approve')
          : reviewers[i % 3]!.client.post(at(contract, `/proposals/${open.id}/review`), {
              ...{ decision: 'reject', round: open.round, comment: 'No.' },
            });
    expect([200, 409]).toContain((await decided).status);
    return true;
  }

  /** No version in force breaks the one before it but by a proposal to which all have consented. */
  async function expectConsent(contract: Contract): Promise<void> {
    const { versions } = await world.admin.must<{ versions: Version[] }>('GET', at(contract, '/versions'));
    const documents = versions.sort((a, b) => a.version - b.version);
    const { data } = await world.admin.must<{ data: Proposal[] }>('GET', at(contract, '/proposals?limit=1000'));
    const applied = new Map(data.map((one) => [one.appliedVersion, one]));
    const broken = documents.filter((next, i) => i > 0 && isBroken(documents[i - 1]!, next));
    expect(documents.every(({ entityStatus }) => entityStatus === 'Active')).toBe(true);
    for (const { version } of broken) {
      const by = applied.get(version);
      expect([version, by?.state]).toEqual([version, 'Applied']);
      expect(APPLIED_BY).toContain(by?.endedBy);
      expect(by?.parties.map(({ decision }) => decision)).toEqual(['approve']);
    }
    expect(broken.length).toBeGreaterThan(0);
  }
});

function isBroken(before: Version, after: Version): boolean {
  const names = after.schema.map(({ name }) => name);
  return (
    before.schema.some(({ name }) => !names.includes(name)) ||
    (before.sla !== undefined && after.sla === undefined) ||
    after.effectiveUntil !== undefined
  );
}
