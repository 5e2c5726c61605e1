import { Receiver } from '../../support/receiver';
import { NotifierWorld } from './notifier-world';
import { eventually } from '../../support/eventually';

const T = Date.now() - 3_600_000;

describe('a notifier and contracts that are not in force', () => {
  let world: NotifierWorld;
  let receiver: Receiver;

  beforeAll(async () => {
    world = await NotifierWorld.open();
    receiver = await Receiver.start();
  });
  afterAll(async () => {
    await world.close();
    await receiver.down();
  });

  const toldOf = (contract: string): unknown[] =>
    receiver.told.filter(({ data }) => data.entity.id === contract).map(({ type }) => type);

  it('sends no alert of one that has ended', async () => {
    await world.subscribe(receiver.url, { eventTypes: ['contractFailed', 'contractRecovered'] });
    const [ended, current] = [await world.contract(), await world.contract()];
    await world.database.query(`update contract set effective_until = 1 where node = $1`, [ended.node]);
    for (const { id } of [ended, current]) {
      await world.push(id, T, 'Failed');
      await world.push(id, T + 1, 'Success');
    }
    world.notifier();
    await eventually(async () => {
      await world.notices();
      return toldOf(current.id).length === 2;
    });
    expect(toldOf(ended.id)).toEqual([]);
  });
});
