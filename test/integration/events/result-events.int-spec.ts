import { numberEvents } from '../../../libs/events/src/change/event-numbering';
import { actor, ADMIN, ContractWorld, type TestContract } from '../runs/support/contract-world';

const T = 1_700_000_000_000;

interface Told {
  readonly event_type: string;
  readonly actor: string;
  readonly result: Record<string, unknown>;
}

describe('events of results', () => {
  let world: ContractWorld;
  let contract: TestContract;

  beforeAll(async () => {
    world = await ContractWorld.create();
  });
  afterAll(() => world.destroy());
  beforeEach(async () => {
    contract = await world.contract();
  });

  const push = (at: number, contractExecutionStatus: 'Success' | 'Failed' | 'PartialSuccess', more: object = {}) =>
    world.results.push(ADMIN, contract.id, { timestamp: T + at, contractExecutionStatus, ...more });

  const told = async (): Promise<Told[]> => {
    await numberEvents(world.database);
    return world.database.query<Told>(
      `select event_type, actor, result from change_event where entity_id = $1 order by position`,
      [contract.id],
    );
  };
  const changes = async (): Promise<unknown[]> =>
    (await told()).map(({ event_type, result }) => [
      event_type,
      Number(result['timestamp']) - T,
      result['previousStatus'] ?? null,
      result['status'] ?? null,
      result['isLatest'],
    ]);

  it('tell the status before and after, and whether it is the newest', async () => {
    await push(10, 'Success');
    await push(20, 'Failed');
    await push(15, 'PartialSuccess');
    await push(30, 'Success');
    expect(await changes()).toEqual([
      ['resultCreated', 10, null, 'Success', true],
      ['resultCreated', 20, 'Success', 'Failed', true],
      ['resultCreated', 15, 'Success', 'PartialSuccess', false],
      ['resultCreated', 30, 'Failed', 'Success', true],
    ]);
  });

  it('tell of a result that is replaced what it was, and of one that is deleted', async () => {
    await push(10, 'Success');
    await push(20, 'Failed');
    await push(20, 'Success');
    await world.results.delete(actor('ann', { isAdmin: true }), contract.id, T + 20);
    await world.results.deleteBefore(ADMIN, contract.id, T + 20);
    expect((await changes()).slice(2)).toEqual([
      ['resultUpdated', 20, 'Failed', 'Success', true],
      ['resultDeleted', 20, 'Success', null, true],
      ['resultDeleted', 10, 'Success', null, true],
    ]);
    expect((await told()).map((event) => event.actor)).toEqual(['admin', 'admin', 'admin', 'ann', 'admin']);
  });

  it('tell of two results that one replaces: the one at its time was replaced, the one of its id deleted', async () => {
    const { json } = await push(10, 'Failed');
    await push(20, 'Success');
    await push(20, 'PartialSuccess', { id: (JSON.parse(json) as { id: string }).id });
    expect((await changes()).slice(2).sort()).toEqual([
      ['resultDeleted', 10, 'Failed', null, false],
      ['resultUpdated', 20, 'Success', 'PartialSuccess', true],
    ]);
  });

  it('of one statement follow each other in time', async () => {
    await push(10, 'Success');
    await Promise.all([push(40, 'Success'), push(20, 'Failed'), push(30, 'PartialSuccess'), push(5, 'Failed')]);
    expect((await changes()).slice(1).sort((a, b) => (a as number[])[1]! - (b as number[])[1]!)).toEqual([
      ['resultCreated', 5, null, 'Failed', false],
      ['resultCreated', 20, 'Success', 'Failed', expect.any(Boolean)],
      ['resultCreated', 30, expect.any(String), 'PartialSuccess', expect.any(Boolean)],
      ['resultCreated', 40, expect.any(String), 'Success', true],
    ]);
  });
});
