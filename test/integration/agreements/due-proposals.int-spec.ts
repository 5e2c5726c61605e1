import { randomUUID } from 'node:crypto';
import { ProposalRepository } from '../../../libs/agreements/src/proposals/proposal.repository';
import { ContractWorld, type TestContract } from '../runs/support/contract-world';

const DAY = 86_400_000;

describe('an open proposal with a deadline', () => {
  let world: ContractWorld;
  let proposals: ProposalRepository;

  beforeAll(async () => {
    world = await ContractWorld.create();
    proposals = new ProposalRepository(world.database);
  });
  afterAll(() => world.destroy());

  /** A contract whose change waits for a consumer until tomorrow. */
  const waiting = async (): Promise<{ contract: TestContract; party: string }> => {
    const contract = await world.contract();
    const [{ node: party }, consumer] = [await world.entity('user', randomUUID()), randomUUID()];
    await world.database.query(
      `insert into contract_consumer (id, contract, party, purpose, by_party, declared_at, updated_at) values ($1, $2, $3, 'reports', true, 0, 0)`,
      [consumer, contract.node, party],
    );
    await world.database.query(
      `insert into contract_proposal (id, contract, kind, state, round, base_version, base, edits, changes, breaking, terms, options,
         author_id, author_name, opened_at, consent_from, deadline, parties)
       values ($1, $2, 'edit', 'AwaitingConsent', 1, 1, '{}', '{}', '[]', true, '{}', '{}', gen_random_uuid(), 'author', 0, 0, $3, $4)`,
      [
        randomUUID(),
        contract.node,
        (await world.database.now()) + DAY,
        JSON.stringify([{ consumer, decision: 'pending' }]),
      ],
    );
    return { contract, party };
  };

  const due = async (): Promise<readonly string[]> => (await proposals.due(100)).contracts;
  const look = ({ node }: TestContract) => world.database.transaction((tx) => proposals.noteLook(tx, node));

  it('is looked at when it comes, and by nobody before', async () => {
    const { contract } = await waiting();
    const { contracts, nextInMs } = await proposals.due(100);
    expect(contracts).not.toContain(contract.id);
    expect(nextInMs).toBeGreaterThan(DAY - 60_000);
    expect(nextInMs).toBeLessThanOrEqual(DAY);
    await world.database.query('update contract_proposal set deadline = 1 where contract = $1', [contract.node]);
    expect(await due()).toContain(contract.id);
  });

  it.each([
    ['takes its declaration back', 'delete from contract_consumer where party = $1'],
    ['is deleted', `update entity set deleted_by = node where node = $1`],
    ['is deleted for good', 'delete from entity where node = $1'],
  ])('is looked at once its consumer %s, and once', async (_what, text) => {
    const { contract, party } = await waiting();
    expect(await due()).not.toContain(contract.id);
    await world.database.query(text, [party]);
    expect(await due()).toContain(contract.id);
    await look(contract);
    expect(await due()).not.toContain(contract.id);
  });

  it('notifies workers of itself, and of a consumer who goes', async () => {
    let heard = 0;
    const subscription = await world.database.listen(
      'proposal_due',
      () => heard++,
      () => undefined,
    );
    const heardMore = async (than: number): Promise<void> => {
      while (heard <= than) await new Promise(setImmediate);
    };
    const { party } = await waiting();
    await heardMore(0);
    const before = heard;
    await world.database.query('delete from contract_consumer where party = $1', [party]);
    await heardMore(before);
    expect(heard).toBe(2);
    subscription.close();
  });
});
