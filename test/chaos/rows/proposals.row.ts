import { randomBytes } from 'node:crypto';
import { makeContracts } from '../../support/chaos/chaos-catalog';
import { isFull, SIZE } from '../../support/chaos/chaos-size';
import type { ChaosStack } from '../../support/chaos/stack/chaos-stack';
import { Tally } from '../../support/chaos/tally';
import { pooled, until } from '../../support/chaos/until';
import type { RestClient } from '../../support/rest-client';

const CONTRACTS = isFull ? 100 : 12;
const AT_ONCE = 10;
const WORKERS = 2;
/** Of the workers, one after the other. */
const KILLS = isFull ? SIZE.kills : 3;
/** Time of the consumers. No worker runs until the proposals are made, so some are due by then, and others become so under the kills. */
const CONSENT = 'PT3S';
const PATIENCE_MS = 120_000;

interface Proposal {
  readonly id: string;
  readonly round: number;
  readonly state: string;
}

interface Ended {
  readonly state: string;
  readonly ended_by: string;
  /** Whether the contract is the version that the proposal made. */
  readonly is_newest: boolean;
  /** Versions before it. */
  readonly before: string;
  readonly told: string;
  readonly noted: string;
}

/** Deadlines of proposals pass while the workers that carry them out are killed. */
export function proposalsRow(stackOf: () => ChaosStack): void {
  it('deadlines of proposals: each is carried out once, whoever dies when', async () => {
    const stack = stackOf();
    const client = await stack.client();
    const name = `reviewer_${randomBytes(5).toString('hex')}`;
    const { id } = await client.must<{ id: string }>('POST', '/users', { name, email: `${name}@example.com` });
    const reviewer = { type: 'user', id };
    const contracts = await makeContracts(client, CONTRACTS, { entityStatus: 'Active', reviewers: [reviewer] });
    const review = await stack.client(undefined, name);
    const tally = new Tally(`${stack.backend} proposals`, ['killed within', 'killed at chance', 'applied']);
    await pooled(CONTRACTS, AT_ONCE, (i) => propose(client, review, contracts[i]!, reviewer));
    await killWithin(stack);
    tally.add('killed within');
    await killAtChance(stack, contracts, tally);
    await until(
      'every deadline is carried out',
      PATIENCE_MS,
      () => endsOf(stack, contracts),
      // The audit gets its record when the event is numbered.
      (ends) => ends.every(({ state, noted }) => state === 'Applied' && noted !== '0'),
    );
    await stack.noWorkers();
    const once = { state: 'Applied', ended_by: 'deadline', is_newest: true, before: '1', told: '1', noted: '1' };
    expect(await endsOf(stack, contracts)).toEqual(contracts.map(() => once));
    tally.add('applied', CONTRACTS);
    tally.close();
  });
}

/** Takes a column from a contract on which the reviewer relies: it is approved, and waits for a consent that nobody gives. */
async function propose(client: RestClient, review: RestClient, contract: string, reviewer: object): Promise<void> {
  const path = `/dataContracts/${contract}`;
  const change = { mode: 'consented', consentPeriod: CONSENT, atDeadline: 'apply' };
  await client.must('PUT', '/dataContracts/policies', { scope: { type: 'dataContract', id: contract }, change });
  await client.must('PUT', `${path}/consumers`, { party: reviewer, purpose: 'Chaos' });
  const { id, round } = await client.must<Proposal>('PATCH', path, [{ op: 'remove', path: '/schema/1' }]);
  const decided = { decision: 'approve', round };
  const { state } = await review.must<Proposal>('POST', `${path}/proposals/${id}/review`, decided);
  expect(state).toBe('AwaitingConsent');
}

/** A worker dies when it has written a contract, and not yet told of it. */
async function killWithin(stack: ChaosStack): Promise<void> {
  await stack.server.session(async (session) => {
    await session.query('begin');
    await session.query('lock table contract_notice in exclusive mode');
    const worker = await stack.startWorker();
    await until('a worker waits to tell of an end', PATIENCE_MS, () => waitsToTell(stack), Boolean);
    await stack.endWorker(worker);
    await session.query('rollback');
  });
}

async function killAtChance(stack: ChaosStack, contracts: readonly string[], tally: Tally): Promise<void> {
  const workers = await Promise.all(Array.from({ length: WORKERS }, () => stack.startWorker()));
  for (let i = 0; i < KILLS; i++) {
    await new Promise((at) => setTimeout(at, Math.random() * 200));
    await stack.endWorker(workers.shift()!);
    tally.add('killed at chance');
    workers.push(await stack.startWorker());
    if ((await endsOf(stack, contracts)).every(({ state }) => state === 'Applied')) break;
  }
}

async function waitsToTell({ server }: ChaosStack): Promise<boolean> {
  const text = `select 1 from pg_locks where relation = 'contract_notice'::regclass and not granted`;
  return (await server.query(text)).length > 0;
}

/** The end of the proposal of each contract, with its versions, notices and records of the audit. */
const endsOf = ({ server }: ChaosStack, contracts: readonly string[]): Promise<Ended[]> =>
  server.query<Ended>(ENDS, [contracts]);

const ENDS = `
  select p.state, p.ended_by,
         e.version = p.applied_version as is_newest,
         (select count(*)::text from entity_version v where v.node = e.node) as before,
         (select count(*)::text from contract_notice n where n.contract = e.node and n.type = 'changeEnded') as told,
         (select count(*)::text from audit_record a where a.entity_id = e.id and a.operation = 'proposalApplied') as noted
    from unnest($1::uuid[]) c (id) join entity e on e.id = c.id join contract_proposal p on p.contract = e.node`;
