import { TurnQueue } from './turn-queue';

describe('TurnQueue', () => {
  it('gives turns to the run that held least, and every fourth one to the run that waited longest', async () => {
    const turns = new TurnQueue(1);
    await turns.take(0);
    const order: string[] = [];
    const waiting = [
      ['a', 5_000],
      ['b', 4_000],
      ['c', 0],
      ['d', 300],
      ['e', 4_500],
      ['f', 200],
    ] as const;
    const all = waiting.map(([name, held]) => turns.take(held).then(() => (order.push(name), turns.leave())));
    turns.leave();
    await Promise.all(all);
    expect(order).toEqual(['c', 'f', 'd', 'a', 'b', 'e']);
  });

  it('rejects what waits, and has room again for what comes after', async () => {
    const turns = new TurnQueue(1);
    await turns.take(0);
    const waiting = turns.take(0);
    turns.refuse(new Error('closed'));
    await expect(waiting).rejects.toThrow('closed');
    turns.leave();
    await turns.take(0);
  });
});
