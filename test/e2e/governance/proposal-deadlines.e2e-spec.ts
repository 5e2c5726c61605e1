import { Client } from 'pg';
import { RunningService } from '../../support/running-service';
import type { Contract } from '../contracts/contract-world';
import { GovernanceWorld, type Person } from './people';

const DROP = [{ op: 'remove', path: '/schema/1' }];
const DESCRIBE = [{ op: 'add', path: '/description', value: 'Orders.' }];
const LATER = { prefer: 'respond-async' };
/** Connections for writes. */
const POOL_SIZE = 4;

interface Waiting {
  readonly contract: Contract;
  readonly proposal: string;
}

describe('a deadline that has passed, where no worker comes by', () => {
  let service: RunningService;
  let world: GovernanceWorld;
  let database: Client;
  let consumer: Person;

  beforeAll(async () => {
    service = await RunningService.start({ workers: 0, environment: { DATABASE_POOL_SIZE: String(POOL_SIZE) } });
    world = await GovernanceWorld.on(service);
    database = new Client({ connectionString: service.databaseUrl });
    await database.connect();
    consumer = await world.person();
  });
  afterAll(async () => {
    await database?.end();
    await service?.stop();
  });

  const at = ({ id }: Contract, more = '') => `/dataContracts/${id}${more}`;
  const columns = async (contract: Contract): Promise<number> =>
    (await world.admin.must<{ schema: object[] }>('GET', at(contract))).schema.length;

  async function overdue(): Promise<Waiting> {
    const [author, reviewer] = [await world.person(), await world.person()];
    const contract = await world.contract({ owners: [author.ref], reviewers: [reviewer.ref] });
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'consented' } });
    await consumer.client.must('PUT', at(contract, '/consumers'), { party: consumer.ref, purpose: 'Reports' });
    const { id } = await author.client.must<{ id: string }>('PATCH', at(contract), DROP);
    const review = { decision: 'approve', round: 1 };
    const { state } = await reviewer.client.must<{ state: string }>(
      'POST',
      at(contract, `/proposals/${id}/review`),
      review,
    );
    expect(state).toBe('AwaitingConsent');
    await database.query('update contract_proposal set deadline = 1 where id = $1', [id]);
    return { contract, proposal: id };
  }

  type Way = (waiting: Waiting) => Promise<unknown>;
  const WAYS: readonly (readonly [string, Way])[] = [
    ['a validation', ({ contract }) => world.admin.must('POST', at(contract, '/validate'), {}, LATER)],
    [
      'a validation by the asset',
      ({ contract: { entity } }) => {
        const query = `entityId=${entity.id}&entityType=${entity.type}`;
        return world.admin.must('POST', `/dataContracts/entity/validate?${query}`, {}, LATER);
      },
    ],
    ['a write that nothing keeps back', ({ contract }) => world.admin.must('PATCH', at(contract), DESCRIBE)],
    ['a write that opens the next proposal', ({ contract }) => world.admin.must('DELETE', at(contract))],
    [
      'a read of the proposal',
      ({ contract, proposal }) => world.admin.must('GET', at(contract, `/proposals/${proposal}`)),
    ],
    ['a list of its proposals', ({ contract }) => world.admin.must('GET', at(contract, '/proposals'))],
    ['a list of all proposals', () => world.admin.must('GET', '/dataContracts/proposals')],
    [
      'a batch of validations by id',
      async ({ contract: { id } }) => {
        const other = await world.contract();
        await world.admin.must('POST', '/dataContracts/validations', { contractIds: [other.id, id] });
      },
    ],
    [
      'a batch of validations by a filter',
      () => world.admin.must('POST', '/dataContracts/validations', { filter: { status: 'Active' } }),
    ],
    [
      'an event of the proposal',
      async ({ contract, proposal }) => {
        const withdrawn = await world.admin.post(at(contract, `/proposals/${proposal}/withdraw`), {});
        expect(withdrawn.status).toBe(409);
      },
    ],
  ];

  it.each(WAYS)('is carried out first by %s', async (_, way) => {
    const waiting = await overdue();
    expect(await columns(waiting.contract)).toBe(2);
    await way(waiting);
    expect(await columns(waiting.contract)).toBe(1);
    const ended = await world.admin.must('GET', at(waiting.contract, `/proposals/${waiting.proposal}`));
    expect(ended).toMatchObject({ state: 'Applied', endedBy: 'deadline', appliedVersion: 1.1 });
  });

  it('is carried out first by a write under a policy that was opened meanwhile', async () => {
    const { contract } = await overdue();
    const scope = { type: 'dataContract', id: contract.id };
    await world.admin.must('PUT', '/dataContracts/policies', { scope, change: { mode: 'open' } });
    const { version } = await world.admin.must<{ version: number }>('PATCH', at(contract), DESCRIBE);
    expect([version, await columns(contract)]).toEqual([1.2, 1]);
  });

  it('is carried out once by many at one time, none of which holds a connection to wait for the others', async () => {
    const { contract, proposal } = await overdue();
    await database.query('begin');
    await database.query('select from entity where id = $1 for update', [contract.id]);
    const path = at(contract, `/proposals/${proposal}`);
    const reads = Array.from({ length: 5 * POOL_SIZE }, () => world.admin.get<{ appliedVersion: number }>(path));
    for (let n = 0; n < POOL_SIZE; n++) await world.contract();
    await database.query('commit');
    const answers = await Promise.all(reads);
    expect(new Set(answers.map(({ status, body }) => `${status} ${body.appliedVersion}`))).toEqual(
      new Set(['200 1.1']),
    );
    expect((await world.contracts.read(contract.id)).version).toBe(1.1);
  });
});
