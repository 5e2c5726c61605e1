import { EventEmitter } from 'node:events';
import { Channel, type Peer } from './channel';

type Doubling = { readonly double: (asked: number) => number | Promise<number> };

/** One end of a pair; what is sent arrives at the other end in a later iteration, as JSON. */
class End extends EventEmitter implements Peer {
  other: End | undefined;

  send(message: unknown, done: (error: Error | null) => void): boolean {
    const { other } = this;
    setImmediate(() => {
      if (!other) return done(new Error('closed'));
      other.emit('message', JSON.parse(JSON.stringify(message)) as unknown);
      done(null);
    });
    return true;
  }
}

function pair(double: Doubling['double']): { asking: Channel<Doubling>; ends: [End, End] } {
  const ends: [End, End] = [new End(), new End()];
  [ends[0].other, ends[1].other] = [ends[1], ends[0]];
  new Channel(ends[1], { double });
  return { asking: new Channel<Doubling>(ends[0], {}), ends };
}

const LONG_MS = 60_000;

describe('a channel', () => {
  it('gives each question its own answer, in whatever order they come', async () => {
    const { asking } = pair((n) => new Promise((resolve) => setTimeout(resolve, 20 - n, 2 * n)));
    const asked = [1, 5, 9, 3];
    expect(await Promise.all(asked.map((n) => asking.ask('double', n, LONG_MS)))).toEqual([2, 10, 18, 6]);
  });

  it('tells what went wrong on the other side', async () => {
    const { asking } = pair(() => Promise.reject(new Error('no number')));
    await expect(asking.ask('double', 1, LONG_MS)).rejects.toThrow('no number');
    await expect(asking.ask('halve' as 'double', 1, LONG_MS)).rejects.toThrow('halve is not answered here');
  });

  it('does not wait for an answer that does not come', async () => {
    const { asking } = pair(() => new Promise(() => undefined));
    await expect(asking.ask('double', 1, 20)).rejects.toThrow('An answer to double took longer than 20 ms');
  });

  it('ends what waits where the other side goes, and what is asked later', async () => {
    const { asking, ends } = pair(() => new Promise(() => undefined));
    const waiting = asking.ask('double', 1, LONG_MS);
    ends[0].other = undefined;
    ends[0].emit('disconnect');
    await expect(waiting).rejects.toThrow('The other process has gone');
    await expect(asking.ask('double', 1, LONG_MS)).rejects.toThrow('closed');
  });
});
