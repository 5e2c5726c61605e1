import { array, assert, asyncProperty, boolean, constantFrom, oneof, record } from 'fast-check';
import { Client } from 'pg';
import type { RestAnswer } from '../../../support/rest-client';
import type { Contract } from '../../contracts/contract-world';
import { GovernanceWorld, type Person } from '../people';
import { ProposalModel, type Member, type Party } from './proposal-model';

const EVENTS = {
  write: record({
    write: constantFrom<Member>('email', 'note', 'sla'),
    by: constantFrom('author', 'author', 'author', 'editor', 'admin', 'reviewer', 'stranger'),
  }),
  review: record({
    review: constantFrom('approve' as const, 'approve' as const, 'approve' as const, 'reject' as const),
    by: constantFrom('reviewer', 'reviewer', 'reviewer', 'admin', 'author', 'whole', 'stranger'),
    isThisRound: oneof({ weight: 9, arbitrary: constantFrom(true) }, { weight: 1, arbitrary: constantFrom(false) }),
  }),
  decide: record({
    decide: constantFrom('approve' as const, 'approve' as const, 'object' as const, 'needTime' as const),
    by: constantFrom<Party>('whole', 'whole', 'mails', 'mails', 'editor'),
    isThisRound: oneof({ weight: 9, arbitrary: constantFrom(true) }, { weight: 1, arbitrary: constantFrom(false) }),
  }),
  declare: record({ declare: constantFrom<Party>('whole', 'mails', 'editor') }),
  withdraw: record({ withdraw: constantFrom('author', 'editor', 'admin', 'reviewer', 'whole') }),
  override: record({ override: constantFrom('admin', 'author', 'reviewer', 'whole') }),
  time: record({ passes: constantFrom('deadline' as const, 'deadline' as const, 'asset' as const) }),
};

const event = oneof(
  { weight: 5, arbitrary: EVENTS.write },
  { weight: 6, arbitrary: EVENTS.review },
  { weight: 6, arbitrary: EVENTS.decide },
  { weight: 1, arbitrary: EVENTS.declare },
  { weight: 1, arbitrary: EVENTS.withdraw },
  { weight: 1, arbitrary: EVENTS.override },
  { weight: 2, arbitrary: EVENTS.time },
);

/** The full size is run by hand: PROPOSAL_RUNS=200. */
const RUNS = Number(process.env.PROPOSAL_RUNS ?? 5);
const LONGEST_MS = 240_000 + RUNS * 3_000;
const DAY_MS = 86_400_000;
const COLUMN = {
  email: { name: 'email', dataType: 'VARCHAR', dataLength: 320 },
  note: { name: 'note', dataType: 'INT' },
};

interface Shown {
  readonly id: string;
  readonly state: string;
  readonly round: number;
  readonly endedBy?: string;
  readonly parties: readonly { readonly party: { readonly id: string }; readonly decision: string }[];
}

describe('proposals under any events', () => {
  let world: GovernanceWorld;
  let database: Client;
  let people: Record<string, Person>;
  let parties: Record<Party, { readonly id: string; readonly type: string }>;

  beforeAll(async () => {
    world = await GovernanceWorld.shared();
    database = new Client({ connectionString: world.contracts.service.databaseUrl });
    await database.connect();
    const names = ['author', 'editor', 'reviewer', 'whole', 'mails', 'stranger'];
    const made = await Promise.all(names.map(async (name) => [name, await world.person()] as const));
    const { id } = await world.admin.must<{ id: string }>('GET', '/users/name/admin');
    const admin = { id, name: 'admin', client: world.admin, ref: { type: 'user', id } };
    people = { ...Object.fromEntries(made), admin };
    const team = await world.team([who('mails')]);
    parties = { whole: who('whole').ref, editor: who('editor').ref, mails: { type: 'team', id: team.id } };
  });
  afterAll(() => database?.end());

  const who = (name: string): Person => people[name]!;
  const at = ({ id }: { readonly id: string }, more = '') => `/dataContracts/${id}${more}`;

  /** Adds or removes a member. */
  function patchOf(model: ProposalModel, member: Member): object[] {
    const isThere = model.there.has(member);
    if (member === 'sla')
      return [
        isThere ? { op: 'remove', path: '/sla' } : { op: 'add', path: '/sla', value: { refreshFrequency: 'P1D' } },
      ];
    const columns = (['email', 'note'] as const).filter((name) => model.there.has(name) !== (name === member));
    const value = [{ name: 'id', dataType: 'BIGINT' }, ...columns.map((name) => COLUMN[name])];
    return [{ op: 'replace', path: '/schema', value }];
  }

  async function declare(contract: Contract, model: ProposalModel, party: Party): Promise<void> {
    const { client } = who(party);
    if (!model.relies(party)) {
      const body = { party: parties[party], purpose: 'Reports', ...(party === 'mails' && { columns: ['email'] }) };
      await client.must('PUT', at(contract, '/consumers'), body);
    } else {
      const { data } = await client.must<{ data: { id: string; party: { id: string } }[] }>(
        'GET',
        at(contract, '/consumers'),
      );
      const mine = data.find((one) => one.party.id === parties[party].id);
      await client.must('DELETE', at(contract, `/consumers/${mine?.id}`));
    }
    model.declare(party);
  }

  it(
    'are what the rules make of them',
    async () => {
      const runs = asyncProperty(
        array(event, { minLength: 15, maxLength: 35 }),
        oneof({ weight: 4, arbitrary: constantFrom(true) }, { weight: 1, arbitrary: boolean() }),
        constantFrom('applyUnlessObjected' as const, 'apply' as const, 'reject' as const),
        async (events, isConsented, atDeadline) => {
          const model = new ProposalModel(isConsented, atDeadline);
          const owners = [who('author').ref, who('editor').ref];
          const schema = [{ name: 'id', dataType: 'BIGINT' }, COLUMN.email, COLUMN.note];
          const columns = [...schema, { name: 'other', dataType: 'INT' }];
          const { id: asset } = await world.contracts.table({ columns });
          const entity = { id: asset, type: 'table' };
          const contract = await world.contract({ entity, owners, reviewers: [who('reviewer').ref], schema });
          const change = {
            mode: isConsented ? 'consented' : 'reviewed',
            consentPeriod: 'P9D',
            mostExtension: 'P9D',
            atDeadline,
          };
          const scope = { type: 'dataContract', id: contract.id };
          await world.admin.must('PUT', '/dataContracts/policies', { scope, change });
          await declare(contract, model, 'whole');
          await declare(contract, model, 'mails');
          let id = '';
          for (const one of events) {
            const path = at(contract, `/proposals/${id}`);
            const round = (isThis: boolean) => (model.proposal?.round ?? 1) - (isThis ? 0 : 1);
            let answer: RestAnswer<unknown> | undefined;
            let expected: number | undefined;
            if ('write' in one) {
              answer = await who(one.by).client.patch(at(contract), patchOf(model, one.write));
              expected = model.write(one.by, one.write);
              if (answer.status === 202) id = (answer.body as Shown).id;
            } else if ('declare' in one) await declare(contract, model, one.declare);
            else if (!model.proposal) continue;
            else if ('review' in one) {
              const body = { decision: one.review, round: round(one.isThisRound), comment: 'Seen.' };
              answer = await who(one.by).client.post(`${path}/review`, body);
              expected = model.review(one.by, one.review, one.isThisRound);
            } else if ('decide' in one) {
              const until = one.decide === 'needTime' && { until: Date.now() + DAY_MS };
              const body = { decision: one.decide, round: round(one.isThisRound), comment: 'Seen.', ...until };
              answer = await who(one.by).client.put(`${path}/decision`, body);
              expected = model.decide(one.by, one.decide, one.isThisRound);
            } else if ('withdraw' in one) {
              answer = await who(one.withdraw).client.post(`${path}/withdraw`, {});
              expected = model.withdraw(one.withdraw);
            } else if ('override' in one) {
              answer = await who(one.override).client.post(`${path}/override`, { reason: 'Law.' });
              expected = model.override(one.override);
            } else if (one.passes === 'deadline') {
              await database.query(
                `update contract_proposal set deadline = 1 where id = $1 and state = 'AwaitingConsent'`,
                [id],
              );
              model.expire();
            } else {
              await world.admin.must('DELETE', `/tables/${asset}`);
              await world.admin.must('PUT', '/tables/restore', { id: asset });
              model.deleteAsset();
            }
            expect([one, answer?.status]).toEqual([one, expected]);
            await expectSame(contract, id, model);
          }
        },
      );
      await assert(runs, { numRuns: RUNS, seed: 182, endOnFailure: true });
    },
    LONGEST_MS,
  );

  async function expectSame(contract: Contract, id: string, model: ProposalModel): Promise<void> {
    const { data, paging } = await world.admin.must<{ data: Shown[]; paging: { total: number } }>(
      'GET',
      at(contract, '/proposals'),
    );
    expect(paging.total).toBe(model.count);
    const now = await world.admin.must<{ schema: { name: string }[]; sla?: object }>('GET', at(contract));
    const there = [...now.schema.map(({ name }) => name), ...(now.sla ? ['sla'] : [])];
    expect(there.sort()).toEqual(['id', ...model.there].sort());
    const { proposal } = model;
    if (!proposal) return;
    const shown = data.find((one) => one.id === id);
    expect(shown).toMatchObject({ state: proposal.state, round: proposal.round });
    expect(shown?.endedBy).toBe(proposal.endedBy);
    if (proposal.state !== 'AwaitingConsent') return;
    const decisions = [...proposal.parties.values()].map(({ party, decision }) => `${parties[party].id} ${decision}`);
    expect(shown?.parties.map(({ party, decision }) => `${party.id} ${decision}`).sort()).toEqual(decisions.sort());
  }
});
